import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// What searches reached, in the format that editors and CI read.

const budget = 120_000;

const parser = `
export function parse(text: string): number {
  if (text.startsWith("key=")) return value(text);
  if (text.length > 100_000) return never();
  return 0;
}
function value(text: string): number {
  return text.length;
}
function never(): number {
  return 1;
}
`;
const fuzzTest = `
import { fuzz } from "gauntlet";
import { parse } from "./parser.ts";
export default fuzz({ name: "parse", input: "text", run: (text) => { parse(text); } });
`;
const chaosFile = `
import { simulation, sometimes } from "gauntlet";
import { parse } from "./parser.ts";
export default simulation({
  name: "parses keys",
  run: () => { sometimes(parse("key=1") > 0, "a key is read"); },
});
`;

test(
  "fuzz --report lcov says of each function and line whether an input reached it",
  async () => {
    const here = new TempProject({ "parser.ts": parser, "parser.fuzz.ts": fuzzTest });
    const words = ["fuzz", "--runs", "3000", "--seed", "1", "--no-corpus"];
    const told = await here.told(...words, "--report", "lcov:out/lcov.info");
    expect(told).toMatchObject({ code: 0, artifacts: ["out/lcov.info"] });
    const record = recordOf(here, "out/lcov.info", "parser.ts");
    expect(record).toContain("FNDA:1,value");
    expect(record).toContain("FNDA:0,never");
    expect(record).toContain("DA:10,0");
    expect(told.coverage.subjects?.[0]?.files?.map(({ file }) => file)).toContain("parser.ts");
    const plain = await here.told(...words);
    expect(plain.coverage.subjects?.[0]?.files).toBeUndefined();
    const [named] = readFileSync(here.path("out/lcov.info"), "utf8").match(/FNF:\d+/u) ?? [];
    expect(named).toBe("FNF:1"); // the function of the fuzz test itself
  },
  budget,
);

test(
  "explore writes it too, of two processes as of one, and where no file is named",
  async () => {
    const here = new TempProject({ "parser.ts": parser, "parser.chaos.ts": chaosFile });
    const words = ["explore", "--runs", "50", "--seed", "1", "--no-corpus", "--report", "lcov"];
    const told = await here.told(...words, "--workers", "2");
    expect(told.artifacts).toEqual([".gauntlet/lcov.info"]);
    const record = recordOf(here, ".gauntlet/lcov.info", "parser.ts");
    expect(record).toContain("FNDA:1,parse");
    expect(record).toContain("FNDA:0,never");
  },
  budget,
);

test(
  "it is refused where nothing is counted, before anything runs",
  async () => {
    const here = new TempProject({ "parser.ts": parser, "parser.fuzz.ts": fuzzTest });
    const words = ["fuzz", "--report", "lcov", "--mode", "property"];
    const chance = await here.gauntlet(...words);
    expect([chance.code, chance.err]).toEqual([2, expect.stringContaining("error[U009]")]);
    const unguided = await here.gauntlet("explore", "--no-guidance", "--report", "lcov");
    expect([unguided.code, unguided.err]).toEqual([2, expect.stringContaining("--no-guidance")]);
    const other = await here.gauntlet("scan", "parser.ts", "--report", "lcov");
    expect(other.code).toBe(2);
    expect(other.err).toContain("only `explore` and `fuzz` count what lcov needs");
  },
  budget,
);

// --- inside ---

/** The record of a file. */
function recordOf(here: TempProject, report: string, file: string): string {
  const records = readFileSync(here.path(report), "utf8").split("end_of_record\n");
  return records.find((record) => record.includes(`SF:${file}\n`)) ?? "";
}
