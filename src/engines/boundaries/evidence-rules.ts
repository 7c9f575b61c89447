import { readFileSync } from "node:fs";
import path from "node:path";
import type { Tier } from "../../data/case.ts";
import type { BoundaryProblem } from "../../kernel/result/boundary-rules.ts";
import type { BoundaryFinding } from "../../kernel/result/boundary-run.ts";
import type { TierEvidence } from "../../store/boundaries/index.ts";
import { broken } from "./broken.ts";
import { type Boundary, evidenceOf, type Registry, tiers } from "./registry.ts";

/** What is wrong with what ran: too little, too far from the code, without teeth, or forgotten. */
export function evidenceProblems(registry: Registry): readonly BoundaryProblem[] {
  return [
    ...registry.boundaries.flatMap((boundary) =>
      tiers.flatMap((tier) => tierProblems(registry, boundary, tier)),
    ),
    ...unpromoted(registry),
  ];
}

/** The part of the seeded faults that was noticed; undefined where none could be shown. */
export function biteOf({ bite }: Pick<TierEvidence, "bite">): number | undefined {
  if (bite.length === 0) return undefined;
  return bite.filter(({ isNoticed }) => isNoticed).length / bite.length;
}

// --- inside ---

function tierProblems(
  registry: Registry,
  boundary: Boundary,
  tier: Tier,
): readonly BoundaryProblem[] {
  const { id } = boundary;
  const tests = boundary.tests[tier];
  // No test at all is a missing tier or a stale path.
  if (tests.length === 0) return [];
  const evidence = evidenceOf(registry, boundary, tier);
  const idle = tests.filter((test) => evidence?.tests.includes(test) !== true);
  const empty = idle.map((file) =>
    broken("empty-target", { boundary: id, file, what: emptyText(registry, boundary, tier) }),
  );
  if (evidence === undefined || evidence.cases === 0 || empty.length > 0) return empty;
  return [
    ...vacuous(registry, id, { tier, evidence }),
    ...toothless(registry, id, { tier, evidence }),
  ];
}

function emptyText({ evidence }: Registry, { id }: Boundary, tier: Tier): string {
  const before = evidence[id]?.[tier];
  if (before === undefined) return `no case of ${tier} data was ever played by its test`;
  return `its test played no case of ${tier} data to the code as it is now`;
}

interface OfTier {
  readonly tier: Tier;
  readonly evidence: TierEvidence;
}

function vacuous(
  { rules }: Registry,
  boundary: string,
  { tier, evidence }: OfTier,
): readonly BoundaryProblem[] {
  if (evidence.reach >= rules.reachMin) return [];
  const share = `${percent(evidence.reach)} of the cases of ${tier} data got past the door`;
  const what = `${share}, and ${percent(rules.reachMin)} have to`;
  return [broken("vacuous-generator", { boundary, what })];
}

function toothless(
  { rules }: Registry,
  boundary: string,
  { tier, evidence }: OfTier,
): readonly BoundaryProblem[] {
  const score = biteOf(evidence);
  // Code that is broken anyway shows nothing about its tests.
  if (evidence.findings > 0 || (score !== undefined && score >= rules.biteMin)) return [];
  const missed = evidence.bite.filter(({ isNoticed }) => !isNoticed).map(({ name }) => name);
  const what =
    score === undefined
      ? `no seeded fault was tried on its tests of ${tier} data`
      : `its tests of ${tier} data do not notice: ${missed.join(", ")}`;
  return [broken("toothless", { boundary, what })];
}

function unpromoted({ findings, regressions, root }: Registry): readonly BoundaryProblem[] {
  const promoted = new Set(regressions.map(({ token }) => token));
  return findings
    .filter((finding) => !promoted.has(finding.token) && !isInTest(root, finding))
    .map(({ id, boundary, test, because }) => {
      const [first = ""] = because.split("\n");
      return broken("unpromoted-finding", {
        boundary,
        file: test,
        what: `no regression repeats finding ${id}: ${first}`,
      });
    });
}

/** A test that replays the token of a finding is a regression too. */
function isInTest(root: string, { test, token }: BoundaryFinding): boolean {
  try {
    return readFileSync(path.join(root, test), "utf8").includes(token);
  } catch {
    return false;
  }
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}
