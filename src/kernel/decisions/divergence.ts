/** The first place where the code asked for something that the trace cannot answer. */
export interface Divergence {
  /** Position in the recorded list. */
  readonly index: number;
  /** What the trace holds there. */
  readonly recorded: string;
  /** What the code asked for. */
  readonly asked: string;
}

/** Thrown out of a decision that a strict replay cannot answer. */
export class DivergenceError extends Error {
  override readonly name: string = "DivergenceError";
  readonly divergence: Divergence;

  constructor(divergence: Divergence) {
    super(
      `decision ${divergence.index + 1} diverged: the trace has \`${divergence.recorded}\`, ` +
        `the code asked for \`${divergence.asked}\``,
    );
    this.divergence = divergence;
  }
}
