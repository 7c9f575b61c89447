import { cpSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

// Gauntlet is installed in such a folder, not linked into it: a link would lead back to the
// repository, whose own path is a plain one.

const odd = "my café (copy), 2#1 100% it's";
const program = path.join(odd, "node_modules", "gauntlet", "dist", "cli", "main.js");

const service = `
export function order(count: number): number {
  if (count === 7) throw new TypeError("no seven");
  return count;
}

export function first(names: readonly string[]): string {
  return names.reduce((one, other) => (one < other ? one : other));
}
`;

const chaosFile = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { order } from "../src/shop.ts";
export default chaosTest({
  name: "shop",
  setup: () => ({}),
  rules: {
    buy: {
      draw: { count: fc.integer({ min: 1, max: 9 }) },
      run: (_, { count }) => void order(count),
    },
  },
});
`;

test("a finding is shown at its line and replayed by the command that is printed", async () => {
  const project = installed();
  const explore = ["explore", "test/shop.chaos.ts", "--runs", "50", "--cwd", odd];
  const { code, out, err } = await project.node(program, ...explore);
  expect(out + err).toMatch(/✗ TypeError: no seven[^]*src\/shop\.ts:3 /);
  expect(code).toBe(1);
  const replay = /^replay +npx gauntlet (.*)$/m.exec(out)?.[1] ?? "";
  const shell = `require("node:child_process").execSync(process.argv[1], { stdio: "inherit" })`;
  const line = `"${process.execPath}" "${program}" ${replay}`;
  const again = await project.node("-e", shell, line);
  expect(again.out).toMatch(/✗ TypeError: no seven/);
});

test("types are read by the checker that is carried", async () => {
  const project = installed();
  const scan = ["scan", "src/shop.ts:first", "--runs", "30", "--cwd", odd];
  const { code, out, err } = await project.node(program, ...scan);
  expect(out + err).toMatch(/Reduce of empty array[^]*first\(\[\]\)/);
  expect(code).toBe(1);
});

test("a scan finds its own packages where they are among temporary files", async () => {
  const tool = installed();
  const project = new TempProject({ "package.json": `{ "type": "module" }`, "shop.ts": service });
  const scan = ["scan", "shop.ts:first", "--runs", "30", "--cwd", project.path(".")];
  const { code, out, err } = await project.node(tool.path(program), ...scan);
  expect(out + err).toMatch(/Reduce of empty array[^]*first\(\[\]\)/);
  expect(code).toBe(1);
});

test("a test finds the chaos file beside it and fails at its own line", async () => {
  const project = installed();
  project.write(
    `${odd}/test/shop.node.mjs`,
    `import { chaos } from "gauntlet/node-test";\n\n  chaos("shop.chaos.ts", { runs: 50 });\n`,
  );
  const file = project.path(`${odd}/test/shop.node.mjs`);
  const { code, out } = await project.node("--test", "--test-reporter=tap", file);
  expect(out).toContain("not ok 1 - test/shop.chaos.ts: no failure in 50 runs");
  expect(/location: "(.*)"/.exec(out)?.[1]).toBe(`${file}:3:3`);
  expect(code).toBe(1);
});

// --- inside ---

function installed(): TempProject {
  const project = new TempProject({
    [`${odd}/package.json`]: `{ "name": "odd", "type": "module" }`,
    [`${odd}/src/shop.ts`]: service,
    [`${odd}/test/shop.chaos.ts`]: chaosFile,
  });
  const place = `${odd}/node_modules/gauntlet`;
  for (const name of ["dist", "package.json", "schema"]) {
    cpSync(path.join(repository, name), project.path(`${place}/${name}`), {
      recursive: true,
      filter: (file) => !/[\\/]dist[\\/](\.types|types)|\.js\.map$/.test(file),
    });
  }
  for (const name of ["fast-check", "oxc-parser", "oxc-resolver", "oxc-transform"]) {
    project.link(`../${odd}/node_modules/${name}`, path.join(repository, "node_modules", name));
  }
  return project;
}
