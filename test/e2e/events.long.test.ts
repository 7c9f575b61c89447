import { expect, test } from "vitest";
import { lineMismatch } from "../document-schema.ts";
import { counter } from "./counter-text.ts";
import { TempProject } from "./temp-project.ts";

interface Line {
  readonly type: string;
  readonly at: number;
  readonly [key: string]: unknown;
}

/** The log of a command that wrote one; each line is what the schema allows. */
function logOf(project: TempProject): readonly Line[] {
  const lines = project.read("log/events.jsonl").trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line) as Line);
  expect(events.map((event) => lineMismatch(event)).filter(Boolean)).toEqual([]);
  expect([events[0]?.type, events.at(-1)?.type]).toEqual(["begin", "end"]);
  return events;
}

test("`explore --events` writes what the terminal is told, and what the result has", async () => {
  const project = new TempProject({ "counter.chaos.ts": counter });
  const words = ["explore", "counter.chaos.ts", "--runs", "300"];
  const { findings, code } = await project.told(...words, "--events", "log/events.jsonl");
  const events = logOf(project);
  const found = events.filter(({ type }) => type === "finding").map(({ finding }) => finding);
  expect([code, findings.length]).toEqual([1, found.length]);
  expect(found).toEqual(findings);
  expect(events.at(-1)).toMatchObject({ verdict: "broken", runs: 300, findings: found.length });
  expect(events[1]).toMatchObject({ type: "subject", name: "counter.chaos.ts#default", count: 1 });
  expect(events.some(({ type }) => type === "runs")).toBe(true);
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
});

const good = "version: 1\nname: good\nsteps:\n  - { type: rand_u64, key: a }\n";
const bad = "version: 1\nname: bad\nsteps:\n  - { type: fail, message: no }\n";
const sums = "export function half(n: number): number {\n  return n / 2;\n}\n";

test.each([
  ["test", ["scenarios"], "broken"],
  ["scan src/sums.ts --runs 20", ["plan", "targets"], "held"],
  ["mine src/sums.ts:half --runs 20", ["functions"], "held"],
  ["gate good.scenario.yaml --doctor-runs 1", ["stage"], "held"],
])("`%s --events` tells of %s", async (line, types, verdict) => {
  const files = { "good.scenario.yaml": good, "a/bad.scenario.yaml": bad, "src/sums.ts": sums };
  const project = new TempProject(files);
  const words = [...line.split(" "), "--quiet", "--events", "log/events.jsonl"];
  const { err } = await project.gauntlet(...words);
  const events = logOf(project);
  expect(err).toBe("");
  expect(types.filter((wanted) => !events.some(({ type }) => type === wanted))).toEqual([]);
  expect([events[0]?.["command"], events.at(-1)?.["verdict"]]).toEqual([words[0], verdict]);
});

test("a file that cannot be written is refused before anything is run, with exit 2", async () => {
  const project = new TempProject({ "counter.chaos.ts": counter, "taken/file": "" });
  const { code, err } = await project.gauntlet("explore", "--runs", "5", "--events", "taken");
  expect([code, err]).toEqual([2, expect.stringContaining("taken")]);
});

test("what ends a command is the end of its log", async () => {
  const project = new TempProject({ "broken.chaos.ts": 'throw new Error("no test here");\n' });
  const { code } = await project.gauntlet("explore", "--events", "log/events.jsonl");
  expect(code).toBe(2);
  expect(logOf(project).at(-1)).toMatchObject({ type: "end", verdict: "unknown" });
});

test("without the flag nothing is written", async () => {
  const project = new TempProject({ "counter.chaos.ts": counter });
  await project.gauntlet("explore", "--runs", "5");
  expect(() => project.read("log/events.jsonl")).toThrow("ENOENT");
});
