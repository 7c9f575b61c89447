import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

const money = (guard: string): string => `
export function first(people: string[]): string {
  ${guard}
  return people[0].toUpperCase();
}
export const double = (cents: number): number => cents * 2;
export class Till {
  private constructor() {}
  total(): number { return 0; }
}
`;

const runners = [
  {
    name: "node:test",
    file: "scan.node.mjs",
    text: `import { scanTests } from "gauntlet/node-test";\nawait scanTests();`,
    words: ["--test", "--test-reporter=tap", "scan.node.mjs"],
    marks: [
      "not ok 1 - src/money.ts:first",
      "ok 2 - src/money.ts:double",
      /Till # SKIP `Till` has/,
    ],
  },
  {
    name: "vitest",
    file: "scan.test.ts",
    text: `import { scanTests } from "gauntlet/vitest";\nawait scanTests();`,
    words: ["node_modules/vitest/vitest.mjs", "run", "--reporter=verbose", "--no-cache"],
    marks: [/× .*src\/money.ts:first/, /✓ .*src\/money.ts:double/, /↓ .*Till: `Till` has/],
  },
  {
    name: "Jest",
    file: "scan.test.cjs",
    text: `const { scanTests } = require("gauntlet/jest");\nscanTests();`,
    words: ["node_modules/jest/bin/jest.js", "--verbose", "--testMatch", "**/*.test.cjs"],
    marks: [
      "✕ src/money.ts:first",
      "✓ src/money.ts:double",
      "skipped src/money.ts:Till: `Till` has",
    ],
  },
];

test.each(runners)("in $name, each function that is scanned is a test", async (runner) => {
  const project = new TempProject({
    "src/money.ts": money(""),
    "gauntlet.toml": `[[scan]]\nmodule = "src/**"\nmax_examples = 30\n`,
    [runner.file]: runner.text,
  });
  for (const name of ["vitest", "jest"]) project.link(name);
  project.link("gauntlet", repository);
  const broken = await project.node(...runner.words);
  const told = broken.out + broken.err;
  for (const mark of runner.marks) expect(told).toMatch(mark);
  expect(told).toMatch(/✗ TypeError: Cannot read[^]*1 {2}first\(\[\]\)/u);
  expect(broken.code).toBe(1);
  const replay = /npx gauntlet (replay \S+)/u.exec(told)?.[1]?.split(" ") ?? [];
  expect(await project.gauntlet(...replay)).toMatchObject({ code: 1 });
  const guard = 'if (people.length === 0) throw new RangeError("nobody is there");';
  project.write("src/money.ts", money(guard));
  const mended = await project.node(...runner.words);
  expect([mended.code, mended.out + mended.err]).toEqual([0, expect.stringContaining("double")]);
});
