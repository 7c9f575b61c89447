import type { Tier } from "../../data/case.ts";

/** The variable in which a test run finds the plan of a campaign. */
export const planVariable = "GAUNTLET_BOUNDARIES";

/** What every check of a test run is told by the campaign that started it; a JSON file. */
export interface BoundaryPlan {
  /** The project; tests are named from there. */
  readonly root: string;
  /** The file to which each check adds what it saw. */
  readonly journal: string;
  readonly seed: string;
  /** Up to this index cases are played in each tier of a check. */
  readonly cases: number;
  /** No case begins later; the same clock as `Date.now`. Left out, only `cases` ends a check. */
  readonly untilMs?: number | undefined;
  /** How often a finding is run again. */
  readonly repeats: number;
  /** Whether seeded faults are tried as well. */
  readonly bites: boolean;
  /** Cases that broke something once; they are played first. */
  readonly known: readonly KnownCase[];
  /** Where each check goes on, by its key. */
  readonly from: Readonly<Record<string, CheckProgress>>;
}

/** A case that broke something once. */
export interface KnownCase {
  readonly pack: string;
  readonly tier: Tier;
  /** From the root of the project, with forward slashes. */
  readonly test: string;
  readonly token: string;
}

/** How far a check came. */
export interface CheckProgress {
  /** The index of the next case. */
  readonly next: number;
  /** How many cases reached each stage, or a later one. */
  readonly reached: readonly number[];
  /** Behaviours that were seen, and the case that was the first to show each. */
  readonly seen: Readonly<Record<string, number>>;
}
