import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { type Outcome, repository, TempProject } from "./temp-project.ts";

// A fuzz test in vitest: what was found and kept runs again, and more is tried only when asked.

const budget = 120_000;
const parser = (limit: number): string => `
export function parse(text: string): number {
  if (text.startsWith("key=") && text.length > ${limit}) throw new RangeError("too long");
  return text.length;
}`;
const fuzzTest = `
import { fuzz } from "gauntlet";
import { parse } from "./parser.ts";
export default fuzz({ name: "parse", input: "text", run: (text) => { parse(text); } });
`;

function projectOf(limit: number): TempProject {
  const project = new TempProject({ "parser.ts": parser(limit), "parser.fuzz.ts": fuzzTest });
  project.link("vitest");
  project.link("gauntlet", repository);
  return project;
}

function vitest(project: TempProject, options = ""): Promise<Outcome> {
  project.write(
    "parser.test.ts",
    `import { chaos } from "gauntlet/vitest";\nchaos("parser.fuzz.ts"${options});`,
  );
  const words = ["run", "--reporter=verbose", "--no-cache"];
  return project.node("node_modules/vitest/vitest.mjs", ...words);
}

test(
  "vitest runs saved regressions and the corpus of a fuzz test, and passes once it is mended",
  async () => {
    const project = projectOf(5);
    const { findings } = await project.told("fuzz", "--runs", "20000", "--seed", "1");
    expect(findings).toHaveLength(1);
    const saved = await project.told("replay", findings[0]?.trace ?? "", "--save");
    expect(saved.artifacts).toEqual([expect.stringContaining("parser.fuzz.regressions/")]);
    const broken = await vitest(project, ", { runs: 1 }");
    const told = broken.out + broken.err;
    expect([broken.code, told]).toEqual([1, expect.stringContaining("too long")]);
    expect(told).toMatch(/regression .*\.jsonl/u);
    // The corpus alone finds it again: one further input would not.
    expect(told).toContain("2 failed");
    expect(told).toContain("no failure in its corpus and 1 input");
    project.write("parser.ts", parser(100_000));
    const mended = await vitest(project);
    expect([mended.code, mended.out]).toEqual([0, expect.stringContaining("2 passed")]);
    expect(mended.out).toContain("no failure in its corpus and 200 inputs");
  },
  budget,
);

test.each([
  {
    runner: "jest",
    words: ["node_modules/jest/bin/jest.js", "--no-cache", "--verbose"],
    file: "parser.test.cjs",
    door: 'const { chaos } = require("gauntlet/jest");',
  },
  {
    runner: "node:test",
    words: ["--test"],
    file: "parser.test.mjs",
    door: 'import { chaos } from "gauntlet/node-test";',
  },
])(
  "$runner runs the corpus of a fuzz test, however large, and then as many inputs as are asked",
  async ({ words, file, door }) => {
    const project = projectOf(5);
    project.link("jest");
    project.write("jest.config.cjs", 'module.exports = { testMatch: ["**/*.test.cjs"] };');
    project.write(file, `${door}\nchaos("parser.fuzz.ts", { runs: 1 });`);
    const { findings } = await project.told("fuzz", "--runs", "20000", "--seed", "1");
    expect(findings).toHaveLength(1);
    const broken = await project.node(...words);
    const told = broken.out + broken.err;
    expect([broken.code, told]).toEqual([1, expect.stringContaining("too long")]);
    expect(told).toContain("parser.fuzz.ts: no failure in its corpus and 1 input");
    project.write("parser.ts", parser(100_000));
    const mended = await project.node(...words);
    expect([mended.code, mended.out + mended.err]).toEqual([0, expect.not.stringContaining("too")]);
  },
  budget,
);

test(
  "vitest fuzzes for as long as it is asked, and otherwise tries a few inputs",
  async () => {
    const project = projectOf(5);
    const few = await vitest(project, ", { runs: 3, seed: 1 }");
    expect([few.code, few.out]).toEqual([0, expect.stringContaining("1 passed")]);
    const long = await vitest(project, ", { time: 5, seed: 1 }");
    expect([long.code, long.out + long.err]).toEqual([1, expect.stringContaining("too long")]);
    expect(long.out).toContain("no failure in its corpus and 5 s of inputs");
    expect(existsSync(project.path(".gauntlet/findings"))).toBe(true);
  },
  budget,
);
