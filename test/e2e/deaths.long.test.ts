import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// User code that takes its process along, or never gives it back. Each is a finding whose trace
// replays, and what was found before stays found.

const chaosFile = `
import { always, chaosTest, simulation } from "gauntlet";

const sim = (name: string, run: () => unknown) => simulation({ name, run });

export const spin = chaosTest({
  name: "spin",
  setup: () => 0,
  rules: {
    fail: { run: () => { throw new TypeError("found before"); } },
    stick: {
      run: () => {
        for (;;); // spin
      },
    },
  },
});
export const microtasks = sim("microtasks", () => {
  const again = (): Promise<void> => Promise.resolve().then(again); // microtasks
  return again();
});
export const exit = chaosTest({
  name: "exit",
  setup: () => ({ sum: 0 }),
  rules: {
    add: { run: (state) => { state.sum += 1; } },
    leave: {
      when: (state) => state.sum > 1,
      run: () => {
        process.exit(3); // exit
      },
    },
  },
});
export const abort = sim("abort", () => process.abort());
export const memory = sim("memory", () => {
  const all: unknown[] = [];
  for (;;) all.push(new Array(1_000).fill(all.length));
});
export const flood = sim("flood", () => {
  const line = "x".repeat(999_999);
  for (let count = 0; count < 15; count++) console.log(line);
  always(line.length === 999_999, "the line is whole");
});
`;

const lines = chaosFile.split("\n");
const lineOf = (name: string): number => lines.findIndex((text) => text.endsWith(`// ${name}`)) + 1;

function deadlyProject(keys = "run_timeout = 1\nshrink_budget = 6"): TempProject {
  return new TempProject({
    "bad.chaos.ts": chaosFile,
    "gauntlet.toml": `[explorer]\n${keys}\n`,
  });
}

// Where a hung process is gets asked by a thread of its own, which a busy machine may not let run
// in time: then the finding has no place, but never a wrong one.

test("a rule that spins is a finding at its line, beside what was found before", async () => {
  const project = deadlyProject("run_timeout = 1\nshrink_budget = 1");
  const words = ["explore", "bad.chaos.ts#spin", "--runs", "4", "--seed", "1"];
  const { code, findings, summary } = await project.told(...words);
  expect([code, summary.runs]).toEqual([1, 4]);
  const [first, second] = findings.toSorted((a, b) => a.kind.localeCompare(b.kind));
  expect(first).toMatchObject({ kind: "thrown", message: "found before", confirmed: true });
  expect(second?.kind).toBe("timeout");
  expect([lineOf("spin"), undefined]).toContain(second?.place?.line);
  expect(second?.message).toMatch(/^no sign of life for \d+ ms$/);
});

test("an endless chain of microtasks is a finding whose trace replays", async () => {
  const project = deadlyProject("run_timeout = 0.6");
  const found = await project.told("explore", "bad.chaos.ts#microtasks", "--runs", "1");
  const [finding] = found.findings;
  expect(finding?.kind).toBe("timeout");
  const again = await project.told("replay", finding?.trace ?? "");
  expect(again.code).toBe(1);
  expect(again.findings[0]?.identity.key).toBe(finding?.identity.key);
  for (const place of [finding?.place, again.findings[0]?.place]) {
    expect([lineOf("microtasks"), undefined]).toContain(place?.line);
  }
});

test("ending the process is a finding at its line, made small, and runs go on", async () => {
  const project = deadlyProject();
  const words = ["explore", "bad.chaos.ts#exit", "--runs", "4", "--seed", "2"];
  const { code, findings, summary } = await project.told(...words);
  expect([code, summary.runs]).toEqual([1, 4]);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    kind: "crash",
    message: "the code ended the process with exit code 3",
    place: { file: "bad.chaos.ts", line: lineOf("exit") },
    confirmed: true,
  });
  expect(findings[0]?.story.slice(0, 3)).toEqual(["add", "add", "leave"]);
  const again = await project.told("replay", findings[0]?.trace ?? "");
  expect(again.findings[0]?.identity).toEqual(findings[0]?.identity);
});

test("an abort and a full memory end only their own run, much output not even that", async () => {
  const project = deadlyProject();
  project.write("small.toml", "[explorer]\nmemory_mb = 64\nrun_timeout = 20\n");
  const once = ["--runs", "1", "--config", "small.toml"];
  const [abort, memory, flood] = await Promise.all(
    ["abort", "memory", "flood"].map((name) =>
      project.told("explore", `bad.chaos.ts#${name}`, ...once),
    ),
  );
  expect(abort?.findings[0]).toMatchObject({ kind: "crash", message: "signal SIGABRT" });
  expect(memory?.findings[0]).toMatchObject({ kind: "memory", message: "out of memory" });
  expect([abort?.code, memory?.code]).toEqual([1, 1]);
  expect([flood?.code, flood?.verdict]).toEqual([0, "held"]);
});
