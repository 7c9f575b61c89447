import type { StoredRun } from "../../store/runs/index.ts";
import type { StoredReport } from "./read-report.ts";
import type { RunFile } from "./run-files.ts";

/** All that is known of one run. */
export interface WholeRun {
  readonly run: StoredRun;
  readonly report: StoredReport;
  readonly files: readonly RunFile[];
}

/** Where two runs differ. */
export interface RunDifference {
  /** Whether both came out the same: verdict and identities. Counts and files may still differ. */
  readonly isEqual: boolean;
  readonly verdict: readonly [string, string];
  /** The keys of failures that only one has, and those of both. */
  readonly identities: {
    readonly first: readonly string[];
    readonly second: readonly string[];
    readonly both: readonly string[];
  };
  /** Counts of the summaries that differ; those of time do not count. */
  readonly counts: Readonly<Record<string, readonly [number | null, number | null]>>;
  /** Files besides the reports that only one has, or that differ. */
  readonly files: readonly {
    readonly path: string;
    readonly how: "only in the first" | "only in the second" | "differs";
  }[];
}

/** Says where two runs differ. */
export function compareRuns(first: WholeRun, second: WholeRun): RunDifference {
  const [one, other] = [first.run.manifest, second.run.manifest];
  const identities = {
    first: one.identities.filter((key) => !other.identities.includes(key)),
    second: other.identities.filter((key) => !one.identities.includes(key)),
    both: one.identities.filter((key) => other.identities.includes(key)),
  };
  const isSame = identities.first.length === 0 && identities.second.length === 0;
  return {
    isEqual: isSame && one.verdict === other.verdict,
    verdict: [one.verdict, other.verdict],
    identities,
    counts: countsOf(first.report, second.report),
    files: filesOf(first, second),
  };
}

// --- inside ---

/** A count of time says how busy the machine was. */
const isTime = /seconds$/i;

function countsOf(first: StoredReport, second: StoredReport): RunDifference["counts"] {
  const [one, other] = [summaryOf(first), summaryOf(second)];
  const names = [...new Set([...one.keys(), ...other.keys()])].filter((name) => !isTime.test(name));
  return Object.fromEntries(
    names
      .map((name) => [name, [one.get(name) ?? null, other.get(name) ?? null]] as const)
      .filter(([, [before, after]]) => before !== after),
  );
}

function summaryOf({ document }: StoredReport): ReadonlyMap<string, number> {
  const { summary } = document;
  if (typeof summary !== "object" || summary === null) return new Map();
  const entries = Object.entries(summary).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "number" && name !== "seed" ? [[name, value] as const] : [],
  );
  return new Map(entries);
}

/**
 * A trace lies in the same place for both when both found the same, so what it was is compared by
 * what the manifests say of it; the reports of two runs always differ.
 */
function filesOf(first: WholeRun, second: WholeRun): RunDifference["files"] {
  const [one, other] = [digestsOf(first), digestsOf(second)];
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => {
      if (!one.has(path)) return { path, how: "only in the second" };
      return { path, how: other.has(path) ? "differs" : "only in the first" };
    });
}

function digestsOf({ run, files }: WholeRun): ReadonlyMap<string, string> {
  const others = files.filter(({ kind }) => kind !== "report");
  return new Map(
    others.map(({ path, sha256 }) => [path, run.manifest.digests[path] ?? sha256] as const),
  );
}
