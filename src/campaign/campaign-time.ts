import type { CampaignBudget } from "./campaign-outcome.ts";

/** How long a campaign has searched, and how long it still may. */
export class CampaignTime {
  readonly #budget: CampaignBudget;
  /** From when time counts: loading a large project must not use up a short budget. */
  #startMs: number | undefined;

  constructor(budget: CampaignBudget) {
    this.#budget = budget;
  }

  begin(): void {
    this.#startMs = performance.now();
  }

  get seconds(): number {
    return this.#startMs === undefined ? 0 : (performance.now() - this.#startMs) / 1_000;
  }

  get leftMs(): number {
    const startMs = this.#startMs ?? performance.now();
    const ownMs = this.#budget.timeMsMax - (performance.now() - startMs);
    return Math.min(ownMs, this.#budget.leftMs?.() ?? ownMs);
  }
}
