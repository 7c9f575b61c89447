/** A case that broke something at a boundary. */
export interface BoundaryFinding {
  readonly id: string;
  readonly boundary: string;
  readonly pack: string;
  readonly tier: "legal" | "invalid";
  /** The test file, relative to the project root. */
  readonly test: string;
  readonly oracle: string;
  readonly because: string;
  /** The names of what was varied, and for each case's variation where it comes from. */
  readonly varied: readonly string[];
  readonly provenance: readonly string[];
  /** The payload in lines. */
  readonly sent: readonly string[];
  readonly token: string;
  /** How it came out when it was run again: always broken, sometimes, never. */
  readonly repeats: "deterministic" | "flaky" | "environment";
  readonly seed: string;
  /** Of the machine on which it was seen. */
  readonly machine: { readonly node: string; readonly platform: string };
  /** `fixed` once its case was played and broke nothing. */
  readonly state: "open" | "fixed";
}

/** What a campaign came to for one tier of a boundary. */
export interface BoundaryTierRun {
  readonly cases: number;
  /** The smallest share of cases that got past the door. */
  readonly reach: number;
  readonly stages: readonly string[];
  /** How many seeded faults were noticed, of those that could be shown. */
  readonly bite: { readonly noticed: number; readonly faults: number };
  readonly missed: readonly string[];
}

/** What a campaign came to. */
export interface BoundaryRun {
  readonly campaign: string;
  readonly seed: string;
  readonly boundaries: readonly {
    readonly id: string;
    readonly kind: string;
    readonly legal: BoundaryTierRun;
    readonly invalid: BoundaryTierRun;
    readonly findings: number;
  }[];
  /** Boundaries that were left out because nothing of them changed. */
  readonly unchanged: readonly string[];
  readonly findings: readonly BoundaryFinding[];
  /** Tiers whose cases got nowhere: a check of nothing. */
  readonly vacuous: readonly string[];
  /** What kept tests from being run or judged: not a fault of the code under test. */
  readonly harness: readonly string[];
  /** Behaviours that were seen, and cases since the last new one. */
  readonly discovery: {
    readonly behaviours: number;
    readonly cases: number;
    readonly quiet: number;
  };
  /** Whether time was over before all was played. */
  readonly isCut: boolean;
}
