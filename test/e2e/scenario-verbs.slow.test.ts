import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Every verb around scenarios, one after the other: what it prints with --json, and what it writes.

const files = {
  "good.scenario.yaml": `
version: 1
name: a good one
steps:
  - { type: rand_u64, key: a }
`,
  "bad.scenario.yaml": `
version: 1
name: a bad one
steps:
  - { type: draw, name: n, schema: { type: integer, minimum: 0, maximum: 9 } }
  - { type: fail, message: no }
`,
};

/** Each with its exit code. */
const lines: readonly (readonly [string, number])[] = [
  ["run good.scenario.yaml --record good.jsonl.gz", 0],
  ["run bad.scenario.yaml --record bad.jsonl.gz", 1],
  ["test", 1],
  ["test none.scenario.yaml", 2],
  ["validate", 0],
  ["ci bad.jsonl.gz", 0],
  ["replay bad.jsonl.gz", 1],
  ["replay good.jsonl.gz --step", 0],
  ["shrink bad.jsonl.gz", 1],
  ["explore bad.scenario.yaml --runs 3", 1],
  ["doctor good.scenario.yaml --runs 2", 0],
  ["gate good.scenario.yaml --doctor-runs 1", 0],
  ["full good.scenario.yaml --doctor-runs 1 --explore-time 0.1", 0],
  ["trace verify good.jsonl.gz", 0],
  ["trace show good.jsonl.gz", 0],
  ["trace diff good.jsonl.gz bad.jsonl.gz", 1],
  ["report show last-fail", 0],
  ["report query --path .verdict", 0],
  ["report flaky last-pass last-fail", 1],
  ["artifacts ls last-fail", 0],
  ["artifacts diff last-pass last-fail", 1],
  ["corpus list", 0],
  ["corpus add bad.jsonl.gz", 0],
  ["env", 0],
  ["schema scenario", 0],
];

test("AC-17, AC-10: every verb prints one document, and writes only what it is to", async () => {
  const project = new TempProject(files);
  const before = contents(project);
  // What `--record` names, and what `shrink` says that it leaves beside the trace.
  const asked = new Set("good.jsonl.gz bad.jsonl.gz bad.small.jsonl.gz".split(" "));
  for (const [line, exitCode] of lines) {
    const isBare = line.startsWith("schema");
    const words = [...line.split(" "), ...(isBare ? [] : ["--json"])];
    const { code, out } = await project.cli(...words);
    expect([line, code, typeof JSON.parse(out)]).toEqual([line, exitCode, "object"]);
    const after = contents(project).filter(([name]) => !asked.has(name));
    expect([line, after]).toEqual([line, before]);
  }
});

test("AC-17: what is interrupted prints one document as well", async () => {
  const project = new TempProject({
    ...files,
    "gauntlet.toml": "[report]\nverbose = true\n",
    "long.scenario.yaml": `
version: 1
name: a long one
backends: { proc: host }
steps:
  - { type: repeat, times: 40, steps: [{ type: proc_spawn, cmd: sleep, args: ["0.5"] }] }
`,
  });
  const commands: readonly (readonly [RegExp, string])[] = [
    [/\d runs/, "explore good.scenario.yaml --time 60"],
    [/1 of 2/, "test good.scenario.yaml long.scenario.yaml --jobs 2"],
    [/validate: held/, "gate good.scenario.yaml bad.scenario.yaml"],
  ];
  for (const [when, line] of commands) {
    const { code, out } = await project.interrupted(when, ...line.split(" "), "--json");
    expect([line, code, JSON.parse(out)]).toMatchObject([
      line,
      130,
      { tool: "gauntlet", verdict: "unknown", because: "interrupted" },
    ]);
  }
});

// --- inside ---

/** Everything in the project besides what Gauntlet keeps for itself, with what is in it. */
function contents(project: TempProject): readonly (readonly [string, string])[] {
  const names = readdirSync(project.root, { recursive: true, encoding: "utf8" });
  const own = names.filter((name) => !/^(?:\.gauntlet|node_modules)(?:\/|$)/u.test(name));
  const whole = own.filter((name) => statSync(project.path(name)).isFile()).toSorted();
  return whole.map((name) => [name, readFileSync(project.path(name), "hex")]);
}
