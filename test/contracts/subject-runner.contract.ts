import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { GauntletError } from "../../src/kernel/errors/gauntlet-error.ts";
import { Interrupted } from "../../src/runner/end-signal.ts";
import type { LoadCommand } from "../../src/runner/protocol/load-command.ts";
import type {
  ExploreCommand,
  Progress,
  RunRecording,
  Sighting,
} from "../../src/runner/protocol/protocol.ts";
import type { RunnerSource, SubjectRunner } from "../../src/runner/subject-runner.ts";
import { WorkerEnded } from "../../src/runner/worker-ended.ts";
import { TempProject } from "../e2e/temp-project.ts";

/** What loads subjects, for one test. */
export type OpenRunners = () => RunnerSource;

const limits = { runTimeoutMs: 20_000, memoryMb: 256 };

/** A broken subject, its correct twin, one that counts, and one that cannot be loaded. */
const files: Readonly<Record<string, string>> = {
  "src/stock.ts": `import { always } from "gauntlet";
export class Stock {
  left = 3;
  take(count: number): void {
    if (count > this.left) throw new RangeError("sold out");
    this.left -= count;
    always(this.left >= 0, "no more is sold than there was");
  }
}
`,
  "stock.chaos.ts": `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { Stock } from "./src/stock.ts";
const count = fc.integer({ min: 0, max: 5 });
const rules = (isCareful: boolean) => ({
  take: {
    draw: { count },
    run: (stock: Stock, drawn: { count: number }) => {
      if (isCareful && drawn.count > stock.left) return;
      stock.take(drawn.count);
    },
  },
  look: { run: (stock: Stock) => void stock.left },
});
const setup = () => new Stock();
export default chaosTest({ name: "stock", setup, rules: rules(false) });
export const careful = chaosTest({ name: "careful", setup, rules: rules(true) });
`,
  "torn.chaos.ts": "export default chaosTest({",
};

const stretch: ExploreCommand = {
  type: "explore",
  seed: 7,
  fromRun: 0,
  runsMax: 60,
  timeMsMax: 60_000,
  marksEachRun: false,
};

/** What every place where runs happen promises. */
export function subjectRunnerContract(name: string, open: OpenRunners): void {
  describe(name, () => {
    loadTests(open);
    exploreTests(open);
    replayTests(open);
    measureTests(open);
    endTests(open);
  });
}

/** Digests of some runs, to be compared with those that were made elsewhere. */
export async function digestsOf(runners: RunnerSource): Promise<readonly string[]> {
  const runner = await loadFrom(runners);
  const runs = Array.from({ length: 20 }, (_, run) => run);
  return (await runner.digest({ type: "digest", seed: 7, runs })).digests;
}

// --- inside ---

function loadTests(open: OpenRunners): void {
  test("a subject is loaded and says what it is", async () => {
    const { loaded } = await loadFrom(open());
    expect(loaded.subject).toMatchObject({ name: "stock", file: "stock.chaos.ts" });
    expect(loaded.declared.operations).toEqual(["take", "look"]);
    expect(loaded.claims).toEqual([{ kind: "always", name: "no more is sold than there was" }]);
  });

  test.each([
    ["nothing to run", { exportName: "nothing" }, "S001"],
    ["a syntax error", { file: "torn.chaos.ts" }, "S012"],
  ])("what cannot be loaded is refused by its code: %s", async (_, changes, code) => {
    const thrown = await failureOf(loadFrom(open(), changes));
    if (!(thrown instanceof GauntletError)) throw thrown;
    expect(thrown.code).toBe(code);
  });

  test("a load that nobody waits for any more is interrupted", async () => {
    const signal = AbortSignal.abort();
    const thrown = await failureOf(open().load(await commandFor(), limits, signal));
    expect(thrown).toBeInstanceOf(Interrupted);
  });
}

function exploreTests(open: OpenRunners): void {
  test("a stretch tells marks, progress and each failure once, and counts all", async () => {
    const runner = await loadFrom(open());
    const marks: number[] = [];
    const progress: Progress[] = [];
    const sightings: Sighting[] = [];
    const { runs, nextRun, clusters, tally } = await runner.explore(stretch, {
      onMark: ({ runIndex }) => marks.push(runIndex),
      onProgress: (told) => progress.push(told),
      onSighting: (told) => sightings.push(told),
    });
    expect([runs, nextRun]).toEqual([60, 60]);
    expect([marks[0], marks.at(-1)]).toEqual([0, 60]);
    expect(progress[0]).toMatchObject({ type: "progress", runs: 0 });
    expect(sightings.map(({ failure }) => failure.message)).toEqual(["sold out"]);
    expect(clusters.map(({ key }) => key)).toEqual(sightings.map(({ identity }) => identity.key));
    expect(clusters[0]?.occurrences).toBeGreaterThan(1);
    expect(Object.keys(tally.operations).toSorted()).toEqual(["look", "take"]);
  });

  test("the correct twin of a broken subject is never seen to fail", async () => {
    const runner = await loadFrom(open(), { exportName: "careful" });
    const { runs, unknownRuns, clusters } = await runner.explore(stretch);
    expect([runs, unknownRuns, clusters]).toEqual([60, 0, []]);
  });

  test("a stretch goes on where the last one ended, and marks each run if asked", async () => {
    const runner = await loadFrom(open());
    const whole = await runner.explore(stretch);
    const first = await runner.explore({ ...stretch, runsMax: 30 });
    const marks: number[] = [];
    const more = { fromRun: first.nextRun, isContinued: true, marksEachRun: true };
    const second = await runner.explore(
      { ...stretch, ...more, runsMax: 30 },
      { onMark: ({ runIndex }) => marks.push(runIndex) },
    );
    expect(second.nextRun).toBe(whole.nextRun);
    const [all = 0, ...parts] = [whole, first, second].map(({ tally }) => tally.operations.take);
    expect(parts.reduce((sum = 0, part = 0) => sum + part)).toBe(all);
    expect(marks).toEqual(Array.from({ length: 31 }, (_, at) => 30 + at));
  });
}

function replayTests(open: OpenRunners): void {
  test("a failure replays strictly, and what is told of it is what is recorded", async () => {
    const runner = await loadFrom(open());
    const found = await firstBroken(runner);
    const lines: string[] = [];
    const events: string[] = [];
    const following = { how: "strict", decisions: found.decisions } as const;
    const again = await runner.record(
      { type: "record", following, isSpoken: true },
      { onDecision: (line) => lines.push(line), onEvent: ({ name: what }) => events.push(what) },
    );
    expect(again).toMatchObject({ verdict: "broken", identity: found.identity });
    expect(again.decisions).toEqual(found.decisions);
    expect(again.divergence).toBeUndefined();
    expect(lines.slice(0, again.decisions.length)).toEqual(again.decisions);
    expect(events).toEqual(again.events.map(({ name: what }) => what));
    expect(again.place).toMatchObject({ file: "src/stock.ts", line: 5 });
  });

  test("a failure is made small, and the small list fails in the same way", async () => {
    const runner = await loadFrom(open());
    const { decisions, identity } = await firstBroken(runner);
    const key = identity?.key ?? "";
    const command = { type: "shrink", decisions, key, attemptsMax: 500 } as const;
    const small = await runner.shrink(command);
    expect(small.isFinished).toBe(true);
    expect(small.decisions.length).toBeLessThan(decisions.length);
    const following = { how: "strict", decisions: small.decisions } as const;
    const { identity: shown } = await runner.record({ type: "record", following });
    expect(shown?.key).toBe(key);
    expect(await runner.shrink({ ...command, attemptsMax: 1 })).toMatchObject({
      attempts: 1,
      isFinished: false,
    });
  });
}

function measureTests(open: OpenRunners): void {
  test("a list covers the same places each time, and a longer one more", async () => {
    const runner = await loadFrom(open(), { coverage: { targetModules: [], ngram: 1 } });
    const { decisions } = await firstBroken(runner);
    const [first, again, none] = [
      await runner.cover({ type: "cover", decisions }),
      await runner.cover({ type: "cover", decisions }),
      await runner.cover({ type: "cover", decisions: [] }),
    ];
    expect([first.verdict, none.verdict]).toEqual(["broken", "held"]);
    expect(again.slots).toEqual(first.slots);
    expect(first.slots.length).toBeGreaterThan(none.slots.length);
  });

  test("runs have one digest, whatever ran before them, until the time is over", async () => {
    const runner = await loadFrom(open());
    const command = { type: "digest", seed: 7 } as const;
    const forwards = await runner.digest({ ...command, runs: [0, 1, 2] });
    const backwards = await runner.digest({ ...command, runs: [2, 1, 0] });
    expect(backwards.digests.toReversed()).toEqual(forwards.digests);
    expect(new Set(forwards.digests).size).toBe(3);
    expect(forwards.escaped).toEqual([]);
    const cut = await runner.digest({ ...command, runs: [0, 1, 2], timeMsMax: 0 });
    expect(cut.digests).toEqual(forwards.digests.slice(0, 1));
  });

  test("a stack of a run is found in the user's own lines", async () => {
    const runner = await loadFrom(open());
    const { failure } = await firstBroken(runner);
    expect(await runner.places(failure?.stack ?? "")).toMatchObject([
      { file: "src/stock.ts", line: 5 },
      { file: "stock.chaos.ts", line: 11 },
    ]);
    expect(await runner.places("Error: elsewhere\n    at f (/nowhere.js:1:1)")).toEqual([]);
  });
}

function endTests(open: OpenRunners): void {
  test("whoever is stopped ends what it does, and answers nothing afterwards", async () => {
    const runner = await loadFrom(open(), { exportName: "careful" });
    const endless = { ...stretch, runsMax: Number.MAX_SAFE_INTEGER };
    const stop = (): void => void runner.stop();
    const thrown = await failureOf(runner.explore(endless, { onProgress: stop }));
    expect(thrown).toBeInstanceOf(WorkerEnded);
    const command = { type: "digest", seed: 7, runs: [0] } as const;
    expect(await failureOf(runner.digest(command))).toBeInstanceOf(WorkerEnded);
    await runner.stop();
  });

  test("two subjects that are loaded one after the other do not meet", async () => {
    const runners = open();
    const first = await loadFrom(runners);
    const { digests } = await first.digest({ type: "digest", seed: 7, runs: [0] });
    await first.release();
    const second = await loadFrom(runners, { exportName: "careful" });
    expect(second.loaded.subject.name).toBe("careful");
    expect((await second.explore(stretch)).clusters).toEqual([]);
    await second.release();
    const third = await loadFrom(runners);
    const again = await third.digest({ type: "digest", seed: 7, runs: [0] });
    expect(again.digests).toEqual(digests);
  });
}

async function loadFrom(
  runners: RunnerSource,
  changes: Partial<LoadCommand> = {},
): Promise<SubjectRunner> {
  const runner = await runners.load(await commandFor(changes), limits);
  onTestFinished(() => runner.release());
  return runner;
}

function commandFor(changes: Partial<LoadCommand> = {}): Promise<LoadCommand> {
  const project = new TempProject(files);
  return Promise.resolve({
    type: "load",
    projectRoot: path.dirname(project.path("package.json")),
    file: "stock.chaos.ts",
    exportName: "default",
    inline: [],
    settings: { stepsPerRun: 12, latencyUsMax: 20_000 },
    ...changes,
  });
}

async function firstBroken(runner: SubjectRunner): Promise<RunRecording> {
  for (let runIndex = 0; runIndex < 50; runIndex++) {
    const following = { how: "random", seed: 7, runIndex } as const;
    const recorded = await runner.record({ type: "record", following });
    if (recorded.verdict === "broken") return recorded;
  }
  throw new Error("no run is broken");
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
}
