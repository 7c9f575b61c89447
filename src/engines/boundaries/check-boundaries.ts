import type { BoundaryProblem } from "../../kernel/result/boundary-rules.ts";
import { evidenceProblems } from "./evidence-rules.ts";
import { referenceProblems } from "./reference-rules.ts";
import { registryProblems } from "./registry-rules.ts";
import { type Boundary, evidenceOf, type Registry, tiers } from "./registry.ts";

/** How well a boundary is tested, by what ran: never written by anybody. */
export type BoundaryStatus = "automated" | "partial" | "missing";

/** What a check of the registry came to. */
export interface CheckedBoundaries {
  readonly boundaries: readonly {
    readonly id: string;
    readonly kind: string;
    readonly status: BoundaryStatus;
    /** How many files it has. */
    readonly files: number;
    /** How many cases of each tier were played to the code as it is now. */
    readonly cases: { readonly legal: number; readonly invalid: number };
  }[];
  readonly problems: readonly BoundaryProblem[];
  /** Problems that a waiver excuses. */
  readonly waived: readonly BoundaryProblem[];
}

/** Checks every rule of the registry; nothing is run. */
export function checkBoundaries(
  registry: Registry,
  options: {
    /** Such as `2026-11-19`. */
    readonly today: string;
    /** Only what these files have to do with. */
    readonly changed?: ReadonlySet<string> | undefined;
  },
): CheckedBoundaries {
  const { today, changed } = options;
  const all = [
    ...registryProblems(registry),
    ...referenceProblems(registry, today),
    ...evidenceProblems(registry),
  ];
  const relevant = changed === undefined ? all : all.filter(isAbout(registry, changed));
  const isWaived = waivedBy(registry, today);
  return {
    boundaries: registry.boundaries.map((boundary) => ({
      id: boundary.id,
      kind: boundary.kind,
      status: statusOf(registry, boundary),
      files: boundary.sources.length,
      cases: {
        legal: evidenceOf(registry, boundary, "legal")?.cases ?? 0,
        invalid: evidenceOf(registry, boundary, "invalid")?.cases ?? 0,
      },
    })),
    problems: relevant.filter((problem) => !isWaived(problem)),
    waived: relevant.filter(isWaived),
  };
}

/** Whether any file of a boundary is among those that changed. */
export function isChanged(boundary: Boundary, changed: ReadonlySet<string>): boolean {
  const { sources, tests, corpora } = boundary;
  const files = [...sources, ...tests.legal, ...tests.invalid, ...corpora.map((one) => one.path)];
  return files.some((file) => changed.has(file));
}

// --- inside ---

function statusOf(registry: Registry, boundary: Boundary): BoundaryStatus {
  const found = tiers.map((tier) => evidenceOf(registry, boundary, tier));
  const ran = found.filter((one) => one !== undefined && one.cases > 0);
  if (ran.length === 0) return "missing";
  const isClean = ran.every((one) => one?.findings === 0);
  return ran.length === tiers.length && isClean ? "automated" : "partial";
}

function waivedBy({ boundaries }: Registry, today: string): (problem: BoundaryProblem) => boolean {
  return ({ boundary, rule }) =>
    rule !== "expired-waiver" &&
    boundaries.some(
      ({ id, waivers }) =>
        id === boundary && waivers.some((one) => one.rule === rule && one.until >= today),
    );
}

function isAbout(
  { boundaries }: Registry,
  changed: ReadonlySet<string>,
): (problem: BoundaryProblem) => boolean {
  // What the configuration says of one boundary may be about any.
  const isAny = [...changed].some((file) => /(?:^|\/)gauntlet\.(?:toml|ya?ml|json)$/u.test(file));
  const touched = new Set(
    boundaries.filter((boundary) => isChanged(boundary, changed)).map(({ id }) => id),
  );
  return ({ boundary, file }) =>
    isAny ||
    (boundary !== undefined && touched.has(boundary)) ||
    (file !== undefined && changed.has(file));
}
