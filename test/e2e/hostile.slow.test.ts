import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";
import { hostileSubjects } from "./hostile-subjects.ts";
import { TempProject } from "./temp-project.ts";
import { workersOf } from "./workers-of.ts";

// Each campaign must end with all of its runs made, the ordinary bug found beside the attack, the
// exit mode named, and a trace of the attack that is small and replays.

type FindingDocument = ResultDocument["findings"][number];

interface Attack {
  readonly name: string;
  readonly kind: FindingDocument["kind"];
  readonly message: string | RegExp;
  readonly exitMode?: FindingDocument["exitMode"];
}

const runTimeoutMs = 1_500;
const hung = { kind: "timeout", afterMs: runTimeoutMs } as const;
const silent = /^no sign of life for \d+ ms$/;
const leftChanged = /left changed: all other code would see it$/;
const exitText = "the code ended the process with exit code 3";

const attacks: readonly Attack[] = [
  { name: "exit", kind: "crash", message: exitText, exitMode: { kind: "exit", code: 3 } },
  {
    name: "reallyExit",
    kind: "crash",
    message: "exit code 9",
    exitMode: { kind: "exit", code: 9 },
  },
  {
    name: "abort",
    kind: "crash",
    message: "signal SIGABRT",
    exitMode: { kind: "signal", signal: "SIGABRT" },
  },
  { name: "memory", kind: "memory", message: "out of memory", exitMode: { kind: "memory" } },
  { name: "loop", kind: "timeout", message: silent, exitMode: hung },
  { name: "microtasks", kind: "timeout", message: silent, exitMode: hung },
  { name: "ticks", kind: "timeout", message: silent, exitMode: hung },
  {
    name: "flood",
    kind: "output",
    message: /^more than \d+ bytes of output$/,
    exitMode: { kind: "output", bytes: 64 * 1024 * 1024 },
  },
  { name: "overflow", kind: "thrown", message: "Maximum call stack size exceeded" },
  { name: "throwsUndefined", kind: "thrown", message: "undefined" },
  { name: "throwsNull", kind: "thrown", message: "null" },
  { name: "throwsSymbol", kind: "thrown", message: "Symbol(odd)" },
  { name: "throwsFrozen", kind: "thrown", message: '{"odd":true}' },
  { name: "throwsTrap", kind: "thrown", message: "something that cannot be shown" },
  { name: "rejectsLater", kind: "rejected", message: "Symbol(late)" },
  { name: "pollution", kind: "escape", message: leftChanged },
  { name: "hiddenPollution", kind: "escape", message: leftChanged },
  { name: "frozen", kind: "escape", message: leftChanged },
  { name: "patchedList", kind: "thrown", message: "no pushing" },
  { name: "patchedGlobals", kind: "thrown", message: "after the patches" },
  { name: "closes", kind: "uncaught", message: "write after end" },
  { name: "children", kind: "escape", message: /^`process.binding` leaves the simulated world\n/ },
  { name: "spawns", kind: "thrown", message: "exit 127" },
];

const config = `[explorer]\nrun_timeout = ${runTimeoutMs / 1_000}\nmemory_mb = 64\n`;

function hostileProject(): TempProject {
  return new TempProject({ "bad.chaos.ts": hostileSubjects, "gauntlet.toml": config });
}

test.each(attacks)(
  "a campaign survives `$name`, and what it did is a small finding that replays",
  // Processes die and are proven to by the clock: a machine that is busy may need another try.
  { retry: 2, timeout: 240_000 },
  async ({ name, kind, message, exitMode = null }) => {
    const project = hostileProject();
    // A death costs a process and more; what leaves the process alive may be tried more often.
    const runs = exitMode === null ? 60 : 8;
    const words = ["--runs", String(runs), "--seed", "5"];
    const told = await project.told("explore", `bad.chaos.ts#${name}`, ...words);
    expect([told.code, told.summary.runs]).toEqual([1, runs]);
    expect(told.findings).toHaveLength(2);
    const ordinary = told.findings.find((one) => one.message === "an ordinary bug");
    expect(ordinary).toMatchObject({ kind: "thrown", exitMode: null, confirmed: true });
    const found = told.findings.find((one) => one !== ordinary);
    expect(found).toMatchObject({ kind, exitMode, confirmed: true });
    expect(found?.message).toMatch(typeof message === "string" ? exactly(message) : message);
    expect(stepsOf(found)).toMatch(smallest(found));
    const again = await project.told("replay", found?.trace ?? "");
    expect(again.code).toBe(1);
    expect(again.findings[0]?.identity.key).toBe(found?.identity.key);
    expect(again.findings[0]?.exitMode).toEqual(exitMode);
    expect(existsSync(project.path("started-for-real"))).toBe(false);
  },
);

test("an exit mode is told in words, beside the story that leads to it", async () => {
  const project = hostileProject();
  const words = ["explore", "bad.chaos.ts#exit", "--runs", "8", "--seed", "5", "--quiet"];
  const { out } = await project.gauntlet(...words);
  expect(out).toContain("✗ crash: the code ended the process with exit code 3");
  expect(out).toContain("the process ended: exit code 3");
});

test("what nobody but a signal from outside killed is a note, not a finding", async () => {
  const project = new TempProject({ "slow.chaos.ts": slowSubject });
  const isFound = /[1-9]\d* finding/;
  const words = ["explore", "slow.chaos.ts", "--time", "6", "--workers", "2", "--seed", "3"];
  const told = await project.disturbed({ when: isFound, act: killOneWorker }, ...words);
  expect(told.code).toBe(1);
  expect(told.findings.map(({ message }) => message)).toEqual(["found before"]);
  expect(told.notes.join("\n")).toMatch(/died near run \d+ \(signal SIGKILL\), and not again/);
});

test("one bug that is hit ten thousand times is one finding that says so", async () => {
  const project = new TempProject({ "one.chaos.ts": oneBug });
  const told = await project.told("explore", "one.chaos.ts", "--runs", "10000", "--seed", "1");
  expect(told.findings).toHaveLength(1);
  expect(told.findings[0]).toMatchObject({ message: "the same", occurrences: 10_000 });
});

test("two seconds end within three, and what proving takes besides", { retry: 2 }, async () => {
  const secondsOf = async (...budget: string[]): Promise<number> => {
    // A project of its own: what an earlier campaign found would be tried first.
    const project = new TempProject({ "one.chaos.ts": oneBug });
    const { code, summary } = await project.told("explore", "one.chaos.ts", ...budget);
    expect(code).toBe(1);
    expect(Number(summary["shrinkSeconds"])).toBeLessThan(summary.seconds);
    return summary.seconds - Number(summary["shrinkSeconds"]);
  };
  // A single run costs all the processes that a campaign costs; on a busy machine they are slow.
  const single = await secondsOf("--runs", "1");
  // What is found is proven while the search goes on, by as many processes again.
  expect((await secondsOf("--time", "2")) - 2 * single).toBeLessThan(3);
});

test("a run that hangs does not hold up a campaign whose time is over", async () => {
  const project = new TempProject({ "hang.chaos.ts": hangs });
  project.write("gauntlet.toml", "[explorer]\nrun_timeout = 60\n");
  const told = await project.told("explore", "hang.chaos.ts", "--time", "1");
  expect([told.code, told.verdict]).toEqual([3, "unknown"]);
  expect(told.because).toMatch(/nothing ran|the time was over before run \d+ gave a sign of life/);
  expect(told.summary.seconds).toBeLessThan(20);
});

// --- inside ---

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
}

function stepsOf(found: FindingDocument | undefined): string {
  return (found?.story ?? []).filter((line) => stepNames.has(line)).join(" ");
}

/** On a machine that is too busy the budget of time ends shrinking first, and is named. */
function smallest(found: FindingDocument | undefined): RegExp {
  return found?.shrunk.cutBy === undefined ? /^add add attack$/ : /add.* add.* attack$/;
}

const stepNames = new Set(["add", "look", "wait", "ordinary", "attack"]);

/** Kills one of the processes that a command has started, as an operator or the kernel might. */
function killOneWorker(commandPid: number): void {
  const [worker] = workersOf(commandPid);
  if (worker === undefined) throw new Error("the command has no process to kill");
  process.kill(worker, "SIGKILL");
}

const slowSubject = `
import { chaosTest } from "gauntlet";

export default chaosTest({
  name: "slow",
  setup: () => ({ sum: 0 }),
  rules: {
    add: { run: (state) => { state.sum += 1; for (let at = 0; at < 1e5; at++); } },
    fail: { when: (state) => state.sum > 3, run: () => { throw new Error("found before"); } },
  },
});
`;

const oneBug = `
import { simulation } from "gauntlet";

export default simulation({ name: "one", run: () => { throw new Error("the same"); } });
`;

const hangs = `
import { simulation } from "gauntlet";

export default simulation({ name: "hangs", run: () => { for (;;); } });
`;
