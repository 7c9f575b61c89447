import path from "node:path";
import type {
  BoundaryFinding,
  BoundaryRun,
  BoundaryTierRun,
} from "../../kernel/result/boundary-run.ts";
import {
  type AllEvidence,
  readEvidence,
  readFindings,
  readJournal,
  type TierEvidence,
  writeEvidence,
  writeFinding,
} from "../../store/boundaries/index.ts";
import { reachCasesMin } from "../../data/reach.ts";
import {
  type CheckRecord,
  discoveryOf,
  findingsOf,
  recordsFor,
  recordsOf,
  tierEvidence,
} from "./read-campaign.ts";
import { type Boundary, type Registry, tiers } from "./registry.ts";

/** What a campaign has shown so far. */
export interface KeptCampaign {
  readonly findingsCount: number;
  readonly vacuousCount: number;
  readonly told: (
    boundaries: readonly Boundary[],
  ) => Pick<BoundaryRun, "boundaries" | "findings" | "vacuous" | "discovery">;
}

/** Keeps what the journal of a campaign says: evidence of each tier, and every finding. */
export async function keepCampaign(
  registry: Registry,
  folder: string,
  seed: string,
): Promise<KeptCampaign> {
  const { root } = registry;
  const records = recordsOf(readJournal(path.join(folder, "journal.jsonl")));
  const evidence: Record<string, AllEvidence[string]> = { ...readEvidence(root) };
  const findings: BoundaryFinding[] = [];
  const played = new Set<string>();
  for (const boundary of registry.boundaries) {
    const own = recordsFor(boundary, records);
    if (own.length === 0) continue;
    played.add(boundary.id);
    const [legal, invalid] = tiers.map((tier) => tierEvidence(own, { root, boundary, tier, seed }));
    evidence[boundary.id] = {
      ...(legal === undefined || legal.cases === 0 ? {} : { legal }),
      ...(invalid === undefined || invalid.cases === 0 ? {} : { invalid }),
    };
    findings.push(...findingsOf(boundary, own, seed));
  }
  for (const finding of findings) await writeFinding(root, finding);
  await markFixed(root, records, findings);
  await writeEvidence(root, sorted(evidence));
  const vacuous = vacuousOf(registry, evidence, records);
  return {
    findingsCount: findings.length,
    vacuousCount: vacuous.length,
    told: (boundaries) => ({
      boundaries: boundaries.map(({ id, kind }) => ({
        id,
        kind,
        legal: tierRun(played.has(id) ? evidence[id]?.legal : undefined),
        invalid: tierRun(played.has(id) ? evidence[id]?.invalid : undefined),
        findings: findings.filter(({ boundary }) => boundary === id).length,
      })),
      findings,
      vacuous,
      discovery: discoveryOf(records),
    }),
  };
}

// --- inside ---

/** A finding whose case was played and broke nothing is fixed; it still wants a regression. */
async function markFixed(
  root: string,
  records: readonly CheckRecord[],
  found: readonly BoundaryFinding[],
): Promise<void> {
  const known = records.flatMap((record) => record.known);
  const fine = new Set(known.filter(({ isBroken }) => !isBroken).map(({ token }) => token));
  for (const one of known) if (one.isBroken) fine.delete(one.token);
  const ids = new Set(found.map(({ id }) => id));
  for (const finding of readFindings(root)) {
    if (!fine.has(finding.token) || ids.has(finding.id)) continue;
    await writeFinding(root, { ...finding, state: "fixed" });
  }
}

function sorted(evidence: AllEvidence): AllEvidence {
  const entries = Object.entries(evidence);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function vacuousOf(
  { boundaries, rules }: Registry,
  evidence: AllEvidence,
  records: readonly CheckRecord[],
): readonly string[] {
  return boundaries.flatMap((boundary) =>
    recordsFor(boundary, records).length === 0
      ? []
      : tiers.flatMap((tier) => {
          const one = evidence[boundary.id]?.[tier];
          if (one === undefined || one.cases < reachCasesMin) return [];
          return one.reach >= rules.reachMin ? [] : [`${boundary.id}: ${tier} data`];
        }),
  );
}

function tierRun(evidence: TierEvidence | undefined): BoundaryTierRun {
  const { cases = 0, reach = 0, stages = [], bite = [] } = evidence ?? {};
  const missed = bite.filter(({ isNoticed }) => !isNoticed).map(({ name }) => name);
  const noticed = bite.length - missed.length;
  return { cases, reach, stages, bite: { noticed, faults: bite.length }, missed };
}
