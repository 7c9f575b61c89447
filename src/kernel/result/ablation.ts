import type { Seed } from "../decisions/seed.ts";

/** How fast variants of a search found the bugs of one subject; plain data. */
export interface Ablation {
  readonly subject: string;
  readonly seeds: readonly Seed[];
  /** What one campaign could spend; absent where only the other one limits it. */
  readonly runsMax?: number | undefined;
  readonly secondsMax?: number | undefined;
  /** Every failure that any campaign saw. */
  readonly bugs: readonly AblatedBug[];
  /** The settings as given first, then each with one thing changed. */
  readonly variants: readonly AblatedVariant[];
}

/** A failure that at least one campaign saw. */
export interface AblatedBug {
  readonly key: string;
  /** The property, else the error and its message. */
  readonly name: string;
}

/** What a search with one thing changed found. */
export interface AblatedVariant {
  readonly name: string;
  readonly strategy: string;
  readonly guidance: boolean;
  /** How it chooses what to go on from; absent without guidance. */
  readonly checkpointStrategy?: string | undefined;
  readonly swarm: boolean;
  /** Of all its campaigns together. */
  readonly runs: number;
  readonly seconds: number;
  /** How many of the bugs at least one of its campaigns saw. */
  readonly bugsFound: number;
  /** One for each bug of the ablation, in the same order. */
  readonly bugs: readonly TimeToBug[];
}

/** When the campaigns of a variant first saw a bug. */
export interface TimeToBug {
  readonly key: string;
  /** How many campaigns saw it, of how many that ran. */
  readonly found: number;
  readonly campaigns: number;
  readonly runs: Estimate;
  readonly seconds: Estimate;
}

/** A median over seeds with its 95 % confidence interval; null is more than a campaign had. */
export interface Estimate {
  readonly median: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
