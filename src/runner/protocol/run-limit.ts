import type { RunEvent } from "../../kernel/decisions/journal.ts";

/** Where a run that is made again is no longer of interest. */
export type RunLimit = { readonly decisions: number } | { readonly us: number };

/** Notes how far a run had come when it got to a limit. */
export class LimitWatch {
  readonly #limit: RunLimit;
  #decisions = 0;
  #events = 0;
  /** What there was at the limit; undefined while the run has not got there. */
  at: { readonly decisions: number; readonly events: number } | undefined;

  constructor(limit: RunLimit) {
    this.#limit = limit;
  }

  onDecision(): void {
    if ("decisions" in this.#limit && this.#decisions === this.#limit.decisions) this.#stop();
    this.#decisions += 1;
  }

  onEvent({ atUs }: RunEvent): void {
    if ("us" in this.#limit && atUs > this.#limit.us) this.#stop();
    this.#events += 1;
  }

  #stop(): void {
    this.at ??= { decisions: this.#decisions, events: this.#events };
  }
}
