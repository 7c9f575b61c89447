import type { Decision } from "./decision.ts";
import type { FailureIdentity } from "./identity.ts";
import type { RunEvent } from "./journal.ts";
import type { Divergence } from "./divergence.ts";
import type { Seed } from "./seed.ts";

/** The version of the trace format that this code writes, and the only one that it reads. */
export const traceVersion = 1;

/** How far a class of seams was under control in a run. */
export type Tier = "simulated" | "recorded" | "uncontrolled";

/** What a run depends on besides its decisions; kept in the trace so that replay uses the same. */
export interface RunSettings {
  /** The most rule steps that one run takes. */
  readonly stepsPerRun: number;
  /** The longest latency that a simulated completion can draw, in microseconds. */
  readonly latencyUsMax: number;
  /** How often a step switches a fault instead of running a rule. */
  readonly faultToggleProb?: number | undefined;
  /** Whether each run leaves out some of the rules and faults, by decision. */
  readonly ruleSwarm?: boolean | undefined;
}

/** Which of the user's code ran. */
export interface SubjectReference {
  readonly name: string;
  /** The file, relative to the project root, with forward slashes. */
  readonly file: string;
  readonly exportName: string;
  /** A digest of the content of every module that was loaded. */
  readonly digest: string;
}

/** The first line of a trace. */
export interface TraceHeader {
  readonly format: "gauntlet-trace";
  readonly version: typeof traceVersion;
  readonly seed: Seed;
  readonly runIndex: number;
  readonly subject: SubjectReference;
  readonly settings: RunSettings;
  readonly versions: Readonly<Record<string, string>>;
  readonly tiers: Readonly<Record<string, Tier>>;
}

/** How a run came out. Unknown is never success. */
export type Verdict =
  | { readonly kind: "held" }
  | { readonly kind: "broken"; readonly identity: FailureIdentity; readonly because: string }
  | {
      readonly kind: "unknown";
      readonly because: string;
      readonly divergence?: Divergence | undefined;
    };

/** A whole run: what it was a function of, what was decided, what happened, how it came out. */
export interface Trace {
  readonly header: TraceHeader;
  readonly decisions: readonly Decision[];
  readonly events: readonly RunEvent[];
  readonly verdict: Verdict;
}
