import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Packages that load more of themselves when they are used: NestJS and others do. That Node reads
// files for it, and only the first time, is no part of the run.

const lazy = {
  "node_modules/lazy/package.json": `{ "name": "lazy", "type": "module", "main": "index.js" }`,
  "node_modules/lazy/index.js": `
    export async function greet(name) {
      const { hello } = await import("./hello.js");
      return hello(name);
    }
    export async function part(name) {
      return (await import(\`./parts/\${name}.js\`)).default;
    }`,
  "node_modules/lazy/hello.js": `
    import { comma } from "./parts/comma.js";
    export const hello = (name) => "hello" + comma + " " + name;`,
  "node_modules/lazy/parts/comma.js": `export const comma = ","; export default 1;`,
  "node_modules/lazy/parts/dot.js": `export default 2;`,
  "node_modules/old/package.json": `{ "name": "old", "main": "index.js" }`,
  "node_modules/old/index.js": `
    exports.greet = async (name) => (await import("lazy")).greet(name);`,
};

/** A counter that is read, then written after a greeting; `isSafe` writes before. */
const chaosFile = (isSafe: boolean): string => `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { greet, part } from "lazy";
import old from "old";

export default chaosTest({
  name: "greetings",
  setup: () => ({ count: 0, asked: 0, said: [] as string[] }),
  rules: {
    greet: {
      draw: { name: fc.constantFrom("ada", "bob") },
      run: async (state, { name }) => {
        const { count } = state;
        state.asked += 1;
        ${isSafe ? "state.count = count + 1;" : ""}
        state.said.push(await greet(name));
        await new Promise((resolve) => setTimeout(resolve, 5));
        ${isSafe ? "" : "state.count = count + 1;"}
      },
    },
    part: { run: async (state) => void state.said.push("hello " + String(await part("dot"))) },
    old: { run: async (state) => void state.said.push(await old.greet("eve")) },
  },
  invariants: { "all are greeted": ({ said }) => said.every((text) => text.startsWith("hello")) },
  final: { "all are counted": ({ count, asked }) => count === asked },
});
`;

test("a package that imports more of itself in a run is silent, whatever the seed", async () => {
  const project = new TempProject({ ...lazy, "greet.chaos.ts": chaosFile(true) });
  for (let seed = 1; seed <= 5; seed++) {
    const flags = ["--runs", "200", "--seed", String(seed)];
    const { code, out } = await project.gauntlet("explore", "greet.chaos.ts", ...flags);
    expect([seed, code, out]).toEqual([seed, 0, expect.stringContaining("✓ 2 properties held")]);
    expect(out).not.toContain("note");
  }
  const doctor = await project.gauntlet("doctor", "greet.chaos.ts", "--deep");
  expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("came out the same")]);
});

test("and what is broken around it is found, and replays in a fresh process", async () => {
  const project = new TempProject({ ...lazy, "greet.chaos.ts": chaosFile(false) });
  const found = await project.gauntlet("explore", "greet.chaos.ts", "--runs", "200");
  expect([found.code, found.out]).toEqual([1, expect.stringContaining("✗ all are counted")]);
  for (let time = 0; time < 5; time++) {
    const { code, out } = await project.gauntlet("replay", "last-fail");
    expect([time, code, out]).toEqual([time, 1, expect.stringContaining("✗ all are counted")]);
  }
});
