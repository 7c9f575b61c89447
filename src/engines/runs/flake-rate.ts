import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { RunManifest, StoredRun } from "../../store/runs/index.ts";

/** How a run came out: two runs with the same one came out the same. */
export interface Signature {
  readonly verdict: RunManifest["verdict"];
  /** The keys of the failures, sorted. */
  readonly identities: readonly string[];
  /** The runs that came out so. */
  readonly runs: readonly string[];
}

/** How often runs of the same thing came out differently. */
export interface Flakiness {
  /** The share of the runs that did not come out like most, from 0 to 1. */
  readonly rate: number;
  readonly budget: number;
  readonly isWithinBudget: boolean;
  /** The most frequent one first. */
  readonly signatures: readonly Signature[];
  readonly notes: readonly string[];
}

/** Compares how several runs came out; a run that is given twice is refused. */
export function flakiness(runs: readonly StoredRun[], budget: number): Flakiness {
  const manifests = runs.map(({ manifest }) => manifest);
  refuse(manifests);
  const groups = new Map<string, Signature>();
  for (const { verdict, identities, runId } of manifests) {
    const key = JSON.stringify([verdict, identities]);
    const before = groups.get(key)?.runs ?? [];
    groups.set(key, { verdict, identities, runs: [...before, runId] });
  }
  const signatures = [...groups.values()].toSorted((a, b) => b.runs.length - a.runs.length);
  const dominant = signatures[0]?.runs.length ?? 0;
  const rate = (manifests.length - dominant) / manifests.length;
  const subjects = new Set(manifests.map(({ command, subject }) => `${command} ${subject}`));
  return {
    rate,
    budget,
    isWithinBudget: rate <= budget,
    signatures,
    notes:
      subjects.size > 1 ? [`these runs are not of one thing: ${[...subjects].join(", ")}`] : [],
  };
}

// --- inside ---

function refuse(manifests: readonly RunManifest[]): void {
  const ids = manifests.map(({ runId }) => runId);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new GauntletError({
      code: "R009",
      what: `the run \`${twice}\` is named twice`,
      where: "report flaky",
      note: "a run always comes out like itself, so it would make the rate look better",
      help: "name each run once",
    });
  }
  if (ids.length >= 2) return;
  throw new GauntletError({
    code: "R010",
    what: "one run cannot differ from others",
    where: "report flaky",
    help: "name two runs or more: `npx gauntlet report flaky <run> <run>`",
  });
}
