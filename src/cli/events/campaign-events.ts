import type { CampaignEvent } from "../../kernel/result/campaign-event.ts";
import type { Result } from "../../kernel/result/result.ts";

/** Whoever follows a verb. What it hears is the same for all. */
export interface EventListener {
  hear(event: CampaignEvent): void;
}

/** Passes on what a verb tells: each finding once, and an end whatever happens. */
export class CampaignEvents {
  readonly #listeners: readonly EventListener[];
  readonly #found = new Set<string>();
  #runs = 0;

  constructor(listeners: readonly EventListener[]) {
    this.#listeners = listeners;
  }

  readonly tell = (event: CampaignEvent): void => {
    if (event.type === "runs") this.#runs = event.runs;
    if (event.type === "finding") {
      if (this.#found.has(event.finding.id)) return;
      this.#found.add(event.finding.id);
    }
    for (const listener of this.#listeners) listener.hear(event);
  };

  /** Tells the findings that were not told yet, and what came of it all. */
  end({ verdict, because, summary, findings }: Result): void {
    for (const finding of findings) this.tell({ type: "finding", finding, isAtEnd: true });
    const { runs } = summary;
    this.tell({ type: "end", verdict, because, runs, findings: findings.length });
  }

  /** Tells that an error ended it. */
  fail(thrown: unknown): void {
    const because = thrown instanceof Error ? thrown.message : String(thrown);
    const counts = { runs: this.#runs, findings: this.#found.size };
    this.tell({ type: "end", verdict: "unknown", because, ...counts });
  }
}
