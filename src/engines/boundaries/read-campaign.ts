import type { Tier } from "../../data/case.ts";
import { ReachCount } from "../../data/reach.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import type { BoundaryFinding } from "../../kernel/result/boundary-run.ts";
import type {
  CheckLine,
  CheckProgress,
  FindingLine,
  JournalLine,
  TierEvidence,
} from "../../store/boundaries/index.ts";
import { type Boundary, digestOf, tiers } from "./registry.ts";

/** What a journal says of one check of one tier. */
export interface CheckRecord extends CheckLine {
  readonly progress: CheckProgress;
  readonly isDone: boolean;
  readonly bite: readonly { readonly name: string; readonly isNoticed: boolean }[];
  readonly findings: readonly FindingLine[];
  /** Cases that broke something once, and whether they do so now. */
  readonly known: readonly { readonly token: string; readonly isBroken: boolean }[];
}

/** Every check of a journal, in the order in which they began. */
export function recordsOf(journal: readonly JournalLine[]): readonly CheckRecord[] {
  const records = new Map<string, CheckRecord>();
  for (const line of journal) {
    const before = records.get(line.key);
    if (line.line === "check") records.set(line.key, { ...empty, ...before, ...line });
    else if (before !== undefined) records.set(line.key, added(before, line));
  }
  return [...records.values()];
}

/** The checks that are of a boundary: it is named by them, or names their test file. */
export function recordsFor(
  boundary: Boundary,
  records: readonly CheckRecord[],
): readonly CheckRecord[] {
  return records.filter(({ boundary: named, test, tier }) =>
    named === undefined ? boundary.tests[tier].includes(test) : named === boundary.id,
  );
}

/** What ran of one tier, from its checks. */
export function tierEvidence(
  records: readonly CheckRecord[],
  of: {
    readonly root: string;
    readonly boundary: Boundary;
    readonly tier: Tier;
    readonly seed: string;
  },
): TierEvidence {
  const { root, boundary, tier, seed } = of;
  const played = records.filter((one) => one.tier === tier && one.progress.next > 0);
  const bite = new Map<string, boolean>();
  for (const fault of played.flatMap((one) => one.bite)) {
    bite.set(fault.name, bite.get(fault.name) === true || fault.isNoticed);
  }
  const reaches = played.map((one) => ({ one, count: reachOf(one) }));
  return {
    tests: [...new Set(played.map(({ test }) => test))].toSorted(),
    cases: played.reduce((sum, { progress }) => sum + progress.next, 0),
    reach: Math.min(1, ...reaches.map(({ one, count }) => count.share(one.door))),
    stages: reaches.flatMap(({ count }) => count.lines()),
    bite: [...bite].map(([name, isNoticed]) => ({ name, isNoticed })),
    findings: new Set(played.flatMap((one) => one.findings.map(({ shape }) => shape))).size,
    seed,
    digest: digestOf(root, boundary, tier),
  };
}

/** The findings of a boundary, each once. */
export function findingsOf(
  boundary: Boundary,
  records: readonly CheckRecord[],
  seed: string,
): readonly BoundaryFinding[] {
  const found = new Map<string, BoundaryFinding>();
  for (const { findings, pack, tier, test } of records) {
    for (const { shape, key: _, line: __, index: ___, ...told } of findings) {
      const id = sha256([boundary.id, pack, tier, shape].join("\0")).slice(0, idLength);
      if (found.has(id)) continue;
      const machine = { node: process.version, platform: process.platform };
      const facts = { id, boundary: boundary.id, pack, tier, test, seed, machine };
      found.set(id, { ...facts, ...told, state: "open" });
    }
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** How many behaviours were seen up to each case at which there was a new one. */
export function discoveryOf(records: readonly CheckRecord[]): {
  readonly behaviours: number;
  readonly cases: number;
  /** So many cases were played since the last new behaviour. */
  readonly quiet: number;
} {
  const firsts = records.flatMap(({ progress }) =>
    Object.values(progress.seen).map((at) => progress.next - 1 - at),
  );
  return {
    behaviours: firsts.length,
    cases: records.reduce((sum, { progress }) => sum + progress.next, 0),
    quiet: firsts.length === 0 ? 0 : Math.min(...firsts),
  };
}

/** Where each check goes on. */
export function progressOf(
  records: readonly CheckRecord[],
): Readonly<Record<string, CheckProgress>> {
  return Object.fromEntries(records.map(({ key, progress }) => [key, progress]));
}

/** The tiers of a boundary of which something is wanted and nothing was played. */
export function unplayedTiers(
  boundary: Boundary,
  records: readonly CheckRecord[],
): readonly { readonly tier: Tier; readonly test: string }[] {
  return tiers.flatMap((tier) =>
    boundary.tests[tier]
      .filter((test) => !records.some((one) => one.tier === tier && one.test === test))
      .map((test) => ({ tier, test })),
  );
}

// --- inside ---

const idLength = 8;

const empty = {
  progress: { next: 0, reached: [], seen: {} },
  isDone: false,
  bite: [],
  findings: [],
  known: [],
};

function added(record: CheckRecord, line: Exclude<JournalLine, CheckLine>): CheckRecord {
  switch (line.line) {
    case "progress":
      return line.next < record.progress.next
        ? record
        : { ...record, progress: line, isDone: line.isDone };
    case "bite":
      return { ...record, bite: line.faults };
    case "finding":
      return { ...record, findings: [...record.findings, line] };
    case "known":
      return { ...record, known: [...record.known, line] };
  }
}

function reachOf({ stages, progress }: CheckRecord): ReachCount {
  return new ReachCount(stages, { cases: progress.next, reached: progress.reached });
}
