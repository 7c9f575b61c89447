import type { SourceLocation } from "../../kernel/result/finding.ts";

/** A call that nothing controls, seen during a run. */
export interface WitnessedCall {
  readonly name: string;
  /** The user's own frames, innermost first. */
  readonly frames: readonly SourceLocation[];
  /** A digest of what the call gave. */
  readonly result: string;
  /** Whether it started something in the host; others only answer differently. */
  readonly isOfHost?: boolean | undefined;
  /** How many events and decisions there were when it was made. */
  readonly eventsBefore: number;
  readonly decisionsBefore: number;
}
