import type { CheckpointStrategy } from "./checkpoints.ts";

/** How a search is guided. */
export interface Guidance {
  /** How often a run goes on from a checkpoint, before anything is known of what that brings. */
  readonly checkpointProb: number;
  readonly checkpointStrategy: CheckpointStrategy;
  readonly maxCheckpoints: number;
}
