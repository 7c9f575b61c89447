import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Subjects that cannot be run at all: the error names the file and the line as the user wrote it.

const refused: readonly (readonly [string, string, RegExp])[] = [
  [
    "nothing.chaos.ts",
    `import "gauntlet";`,
    /S001\]: `default` of this file[^]*--> nothing\.chaos\.ts\n[^]*exports nothing/,
  ],
  [
    "other.chaos.ts",
    `import { simulation } from "gauntlet";
     export default { app: 1 };
     export const real = simulation({ name: "real", run: () => {} });`,
    /exports `default`, `real`[^]*help: name what can be run: `other\.chaos\.ts#real`/,
  ],
  [
    "throws.chaos.ts",
    `import { simulation } from "gauntlet";
function connect(): void {
  throw new TypeError("no database");
}
connect();
export default simulation({ name: "x", run: () => {} });`,
    /TypeError: no database\n {2}--> throws\.chaos\.ts:3:9\n {3}3 \|   throw new TypeError/,
  ],
  [
    "syntax.chaos.ts",
    `import { simulation } from "gauntlet";\nexport default simulation({ name: "x", run: );`,
    /error\[S012\]: syntax error[^]*--> syntax\.chaos\.ts:2:\d+\n {3}2 \| export default/,
  ],
  [
    "near.chaos.ts",
    `import { pay } from "./checkuot.ts";\nexport default pay;`,
    /cannot find `\.\/checkuot\.ts`\n {2}--> near\.chaos\.ts:1:21\n[^]*`\.\/checkout\.ts`/,
  ],
  [
    "package.chaos.ts",
    `import thing from "no-such-package";\nexport default thing;`,
    /cannot find `no-such-package`\n {2}--> package\.chaos\.ts:1:19\n[^]*npm install no-/,
  ],
  ["exits.chaos.ts", `process.exit(7);`, /S003\]: the process ended[^]*exit code 7/],
  [
    "spins.chaos.ts",
    `import { simulation } from "gauntlet";
     console.log("about to wait");
     await new Promise(() => {});
     export default simulation({ name: "x", run: () => {} });`,
    /`spins\.chaos\.ts` threw while it was loaded[^]*nothing is pending/,
  ],
];

test("a file that cannot be loaded is an error with its place, exit 2", async () => {
  const files = Object.fromEntries(refused.map(([name, text]) => [name, text]));
  const project = new TempProject({ ...files, "checkout.ts": "export const pay = 1;" });
  const outcomes = await inPairs(refused, ([name]) => project.gauntlet("explore", name));
  for (const [at, { code, out, err }] of outcomes.entries()) {
    expect(err).toMatch(refused[at]?.[2] ?? /./);
    expect([refused[at]?.[0], code, out]).toEqual([refused[at]?.[0], 2, ""]);
  }
  const missing = await project.gauntlet("doctor", "sytnax.chaos.ts");
  expect(missing.code).toBe(2);
  expect(missing.err).toMatch(/there is no file `sytnax\.chaos\.ts`[^]*`syntax\.chaos\.ts`/);
});

test("a definition that would not run as meant is an error that names the part", async () => {
  const project = new TempProject({
    "parts.chaos.ts": `import { chaosTest } from "gauntlet";
      export const empty = chaosTest({ name: "a", setup: () => 0, rules: {} });
      export const wrong = chaosTest({ name: "b", setup: () => 0, rules: { go: { run: 3 } } });`,
  });
  const outcomes = await inPairs(["empty", "wrong"], (name) =>
    project.gauntlet("explore", `parts.chaos.ts#${name}`),
  );
  expect(outcomes.map(({ code }) => code)).toEqual([2, 2]);
  expect(outcomes[0]?.err).toMatch(/S004\]: there are no rules[^]*--> parts\.chaos\.ts\n/);
  expect(outcomes[1]?.err).toMatch(/S004\]: `rules\.go\.run` must be a function, got `3`\n/);
});

/** Two at a time: a machine has two cores at least, and the order of the answers is kept. */
async function inPairs<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 2) {
    results.push(...(await Promise.all(items.slice(at, at + 2).map(run))));
  }
  return results;
}
