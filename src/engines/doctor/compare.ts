import type { LoadedSubject, RunRecording } from "../../runner/protocol/protocol.ts";
import { loadRunner } from "../../campaign/proof/record-fresh.ts";
import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";
import type { SubjectRunner } from "../../runner/subject-runner.ts";

/** What the doctor takes. */
export interface DoctorOptions {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** How many runs are compared at most. */
  readonly runs: number;
  /** How long comparing may take; only the number of runs limits it where this is left out. */
  readonly timeMsMax?: number | undefined;
  /** Also compares with every module made anew in each run, and with the other way to wait. */
  readonly isDeep?: boolean | undefined;
  /** Makes every module anew in each run, whatever it looks like. */
  readonly isEverythingFresh?: boolean | undefined;
}

/** What two processes made of the same runs. */
export interface Comparison {
  /** The first run that came out differently, with both recordings. */
  readonly differing:
    | { readonly run: number; readonly first: RunRecording; readonly second: RunRecording }
    | undefined;
  readonly loaded: LoadedSubject;
  /** How many runs both processes have made. */
  readonly compared: number;
  /** Those of them that left the simulated world. */
  readonly escaped: readonly number[];
}

/** Compares the runs of two processes, one forwards and one backwards. */
export async function compare(options: DoctorOptions): Promise<Comparison> {
  const { runs } = options;
  const [first, second] = await digestsBothWays(options);
  const last = first.digests.length - 1;
  const compared = second.digests.length;
  const forwards = Array.from({ length: runs }, (_, index) => index);
  const pairs = second.digests.map((digest, at) => ({ digest, run: last - at })).toReversed();
  const run = pairs.find((pair) => first.digests[pair.run] !== pair.digest)?.run;
  const { loaded, escaped } = first;
  if (run !== undefined) {
    const recordings = await Promise.all([
      recordAfter(options, run, forwards.slice(0, run)),
      recordAfter(options, run, forwards.slice(run + 1, last + 1).toReversed()),
    ]);
    const differing = { run, first: recordings[0], second: recordings[1] };
    return { differing, loaded, compared, escaped };
  }
  if (options.isDeep !== true) return { differing: undefined, loaded, compared, escaped };
  const differing = await otherWays(options, first);
  return { differing, loaded, compared, escaped };
}

// --- inside ---

/** Records a run in a process with the given past, because what ran before may matter. */
async function recordAfter(
  options: DoctorOptions,
  run: number,
  before: readonly number[],
): Promise<RunRecording> {
  const { seed } = options.settings;
  const worker = await start(options, true);
  try {
    await worker.digest({ type: "digest", seed, runs: before });
    const following = { how: "random", seed, runIndex: run } as const;
    return await worker.record({ type: "record", following });
  } finally {
    await worker.stop();
  }
}

/** The first run that comes out differently where it is made in another way. */
async function otherWays(
  options: DoctorOptions,
  { digests: known, loaded }: Digests,
): Promise<Comparison["differing"]> {
  const forwards = known.map((_, index) => index);
  const { settings } = options;
  const drain = loaded.drain === "tick" ? "immediate" : "tick";
  const ways: readonly DoctorOptions[] = [
    { ...options, isEverythingFresh: true },
    { ...options, settings: { ...settings, drain } },
  ];
  for (const way of ways) {
    const { digests: found } = await digests(way, forwards);
    const run = forwards.find((index) => found[index] !== known[index]);
    if (run === undefined) continue;
    const before = forwards.slice(0, run);
    const [first, second] = await Promise.all([
      recordAfter(options, run, before),
      recordAfter(way, run, before),
    ]);
    return { run, first, second };
  }
  return undefined;
}

/** The way back gets more of the time, so that it rarely stops before it is complete. */
const shareForwards = 0.4;

interface Digests {
  readonly digests: readonly string[];
  readonly escaped: readonly number[];
  readonly loaded: LoadedSubject;
}

/** The same runs in two processes; by the clock, how many is known only after the first. */
async function digestsBothWays(options: DoctorOptions): Promise<readonly [Digests, Digests]> {
  const { runs, timeMsMax } = options;
  const forwards = Array.from({ length: runs }, (_, index) => index);
  if (timeMsMax === undefined) {
    return Promise.all([digests(options, forwards), digests(options, forwards.toReversed())]);
  }
  const first = await digests(options, forwards, timeMsMax * shareForwards);
  const backwards = forwards.slice(0, first.digests.length).toReversed();
  return [first, await digests(options, backwards, timeMsMax * (1 - shareForwards))];
}

async function digests(
  options: DoctorOptions,
  runs: readonly number[],
  timeMsMax?: number,
): Promise<Digests> {
  const worker = await start(options, false);
  try {
    const { seed } = options.settings;
    const told = await worker.digest({ type: "digest", seed, runs, timeMsMax });
    return { ...told, loaded: worker.loaded };
  } finally {
    await worker.stop();
  }
}

function start(options: DoctorOptions, isWitnessed: boolean): Promise<SubjectRunner> {
  const { target, settings, isEverythingFresh = false } = options;
  return loadRunner({ target, settings, isEverythingFresh }, { isWitnessed });
}
