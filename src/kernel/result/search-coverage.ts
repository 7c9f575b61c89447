import type { ExposureData } from "../judge/tally.ts";

/** What a campaign reached of one subject, and how it got there. */
export interface SearchCoverage {
  readonly subject: string;
  /** Places of the code that were told apart and reached: blocks, edges, comparisons. */
  readonly edges: number;
  readonly blocks: { readonly total: number; readonly reached: number };
  /** Runs that reached something new and were kept to go on from. */
  readonly corpus: number;
  /** How many places had been reached after how many runs, where that changed. */
  readonly curve: readonly { readonly runs: number; readonly edges: number }[];
  /** After how many runs something new was last reached or found. */
  readonly lastNewsAtRun: number;
  /** Whether so much was run since then that more runs alone will hardly bring anything. */
  readonly plateau: boolean;
  /** What happened while sets of faults were on. */
  readonly stress: readonly ExposureData[];
  /** Sets of faults and whether they were ever on together; absent with too few faults. */
  readonly tuples?: TupleCoverage | undefined;
  /** What runs with a part of the rules and faults brought; absent without a swarm. */
  readonly swarm?: SwarmCoverage | undefined;
  /** Places that are there for when something goes wrong. */
  readonly handlers: readonly HandlerCoverage[];
  /** Comparisons of the input that never held, the deepest first; only of fuzz tests. */
  readonly unheld?: readonly UnheldComparison[] | undefined;
}

/** A comparison for equality that was reached and never held. */
export interface UnheldComparison {
  readonly file: string;
  readonly line: number;
  /** The line as it stands in the source. */
  readonly text: string;
}

/** Which sets of faults were really on together while an operation ran. */
export interface TupleCoverage {
  readonly strength: number;
  readonly total: number;
  /** How many operations ran under each set. */
  readonly covered: readonly { readonly faults: readonly string[]; readonly steps: number }[];
  readonly uncovered: readonly (readonly string[])[];
}

/** What each subset of rules and faults brought. */
export interface SwarmCoverage {
  /** The most productive ones first. */
  readonly configs: readonly SwarmConfigCoverage[];
  /** Those that were used several times and brought nothing. */
  readonly dead: readonly Pick<SwarmConfigCoverage, "without" | "runs">[];
  readonly deadCount: number;
}

/** What one subset of rules and faults brought. */
export interface SwarmConfigCoverage {
  readonly without: readonly string[];
  readonly runs: number;
  readonly edges: number;
  readonly failures: number;
}

/** A handler of an error, a loop that tries again, or what is used when something is missing. */
export interface HandlerCoverage {
  readonly kind: "catch" | "retry" | "fallback";
  readonly file: string;
  readonly line: number;
  /** In how many runs it was entered, and in how many of those a fault had fired. */
  readonly entered: number;
  readonly underFault: number;
}
