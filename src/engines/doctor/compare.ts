import type { Recorded } from "../../search/protocol.ts";
import { type CampaignSettings, loadCommand, type SubjectTarget } from "../../search/settings.ts";
import { SubjectWorker } from "../../search/subject-worker.ts";

/** What the doctor takes. */
export interface DoctorOptions {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** How many runs are compared. */
  readonly runs: number;
}

/** What two processes made of the same runs. */
export interface Comparison {
  /** The first run that came out differently, with both recordings. */
  readonly differing:
    | { readonly run: number; readonly first: Recorded; readonly second: Recorded }
    | undefined;
  /** Packages that were imported natively. */
  readonly packages: readonly string[];
  readonly subject: string;
}

/** Compares the runs of two processes, one forwards and one backwards. */
export async function compare(options: DoctorOptions): Promise<Comparison> {
  const { target, settings, runs } = options;
  const { seed } = settings;
  const forwards = Array.from({ length: runs }, (_, index) => index);
  const start = (isWitnessed: boolean): Promise<SubjectWorker> =>
    SubjectWorker.start(loadCommand(target, settings, { isWitnessed }), settings.limits);
  const digests = async (order: readonly number[]) => {
    const worker = await start(false);
    try {
      const found = await worker.digest({ type: "digest", seed, runs: order });
      return { found, loaded: worker.loaded };
    } finally {
      await worker.stop();
    }
  };
  const [first, second] = await Promise.all([digests(forwards), digests(forwards.toReversed())]);
  const { packages, subject } = first.loaded;
  const run = forwards.findIndex((at) => first.found[at] !== second.found[runs - 1 - at]);
  if (run < 0) return { differing: undefined, packages, subject: subject.name };
  const record = async (before: readonly number[]): Promise<Recorded> => {
    const worker = await start(true);
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
    record(forwards.slice(run + 1).toReversed()),
  ]);
  const differing = { run, first: recordings[0], second: recordings[1] };
  return { differing, packages, subject: subject.name };
}
