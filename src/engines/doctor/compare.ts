import type { Loaded, Recorded } from "../../search/protocol.ts";
import { type CampaignSettings, loadCommand, type SubjectTarget } from "../../search/settings.ts";
import { SubjectWorker } from "../../search/subject-worker.ts";

/** What the doctor takes. */
export interface DoctorOptions {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** How many runs are compared at most. */
  readonly runs: number;
  /** How long comparing may take; only the number of runs limits it where this is left out. */
  readonly timeMsMax?: number | undefined;
}

/** What two processes made of the same runs. */
export interface Comparison {
  /** The first run that came out differently, with both recordings. */
  readonly differing:
    | { readonly run: number; readonly first: Recorded; readonly second: Recorded }
    | undefined;
  readonly loaded: Loaded;
  /** How many runs both processes have made. */
  readonly compared: number;
  /** Those of them that left the simulated world. */
  readonly escaped: readonly number[];
}

/** Compares the runs of two processes, one forwards and one backwards. */
export async function compare(options: DoctorOptions): Promise<Comparison> {
  const { settings, runs } = options;
  const { seed } = settings;
  const [first, second] = await digestsBothWays(options);
  const last = first.digests.length - 1;
  const compared = second.digests.length;
  const forwards = Array.from({ length: runs }, (_, index) => index);
  const pairs = second.digests.map((digest, at) => ({ digest, run: last - at })).toReversed();
  const run = pairs.find((pair) => first.digests[pair.run] !== pair.digest)?.run;
  const { loaded, escaped } = first;
  if (run === undefined) return { differing: undefined, loaded, compared, escaped };
  const record = async (before: readonly number[]): Promise<Recorded> => {
    const worker = await start(options, true);
    try {
      // What ran before may matter, so each process has the same past as when the run differed.
      await worker.digest({ type: "digest", seed, runs: before });
      const following = { how: "random", seed, runIndex: run } as const;
      return await worker.record({ type: "record", following });
    } finally {
      await worker.stop();
    }
  };
  const recordings = await Promise.all([
    record(forwards.slice(0, run)),
    record(forwards.slice(run + 1, last + 1).toReversed()),
  ]);
  const differing = { run, first: recordings[0], second: recordings[1] };
  return { differing, loaded, compared, escaped };
}

// --- inside ---

/** The way back gets more of the time, so that it rarely stops before it is complete. */
const shareForwards = 0.4;

interface Digests {
  readonly digests: readonly string[];
  readonly escaped: readonly number[];
  readonly loaded: Loaded;
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

function start({ target, settings }: DoctorOptions, isWitnessed: boolean): Promise<SubjectWorker> {
  return SubjectWorker.start(loadCommand(target, settings, { isWitnessed }), settings.limits);
}
