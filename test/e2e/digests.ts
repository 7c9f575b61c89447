import type { Seed } from "../../src/kernel/decisions/seed.ts";
import type { DrainKind } from "../../src/runner/loop/drain.ts";
import type { RunRecording } from "../../src/runner/protocol/protocol.ts";
import { type Example, record, withWorker } from "./example.ts";

/** What one process made of the same runs. */
export interface Account {
  /** One for each seed: everything that a run decided and did. */
  readonly digests: readonly string[];
  /** A few runs, told whole. */
  readonly runs: readonly RunRecording[];
}

/** How a process takes the runs. */
export interface Task {
  readonly seeds: readonly Seed[];
  /** Places in the list of seeds, in the order in which they are run. */
  readonly order: readonly number[];
  readonly drain: DrainKind;
}

/** Seeds of both kinds: whole numbers up to the largest, and words. */
export function seedsOf(count: number): readonly Seed[] {
  return Array.from({ length: count }, (_, at) => {
    if (at % 3 === 0) return at;
    return at % 3 === 1 ? Number.MAX_SAFE_INTEGER - at * 9_973 : `seed ${at}`;
  });
}

/** The places of a list in another order; the same order for the same salt. */
export function shuffled(length: number, salt: number): readonly number[] {
  const places = Array.from({ length }, (_, at) => at);
  let word = salt;
  for (let last = length - 1; last > 0; last--) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((word / 2 ** 32) * (last + 1));
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  return places;
}

/** Runs one run of each seed in a process of its own; the answer is in the order of the seeds. */
export function accountOf(example: Example, projectRoot: string, task: Task): Promise<Account> {
  const { seeds, order, drain } = task;
  return withWorker({ example, projectRoot, drain }, async (worker) => {
    if (worker.loaded.drain !== drain) throw new Error(`drained by ${worker.loaded.drain}`);
    const digests: string[] = [];
    const runs: RunRecording[] = [];
    for (const at of order) {
      const seed = seeds[at] ?? 0;
      const runIndex = at % 7;
      const told = await worker.digest({ type: "digest", seed, runs: [runIndex] });
      const [digest = ""] = told.digests;
      digests[at] = digest;
      if (at >= toldWhole) continue;
      runs[at] = withoutStack(await record(worker, { how: "random", seed, runIndex }));
    }
    return { digests, runs };
  });
}

// --- inside ---

const toldWhole = 5;

/** A stack ends in our own frames, which tell how the run was drained. */
function withoutStack(recorded: RunRecording): RunRecording {
  if (recorded.failure === undefined) return recorded;
  return { ...recorded, failure: { ...recorded.failure, stack: "" } };
}
