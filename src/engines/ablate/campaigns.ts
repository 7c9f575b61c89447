import type { Seed } from "../../kernel/decisions/seed.ts";
import type { VariantEvent } from "../../kernel/result/campaign-event.ts";
import { runCampaign } from "../../campaign/campaign.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import type { Suspect } from "../../campaign/proof/prove.ts";
import type { SubjectTarget } from "../../campaign/settings.ts";
import type { Variant } from "./variants.ts";

/** What one campaign of a variant saw, and when. */
export interface MeasuredCampaign {
  readonly variant: Variant;
  readonly runs: number;
  readonly seconds: number;
  /** By identity: after how many runs and seconds it was first seen. */
  readonly found: ReadonlyMap<string, FoundBug>;
}

/** The first sighting of a failure in a campaign. */
interface FoundBug {
  readonly name: string;
  readonly runs: number;
  readonly seconds: number;
}

interface Order {
  readonly variant: Variant;
  readonly seed: Seed;
  readonly number: number;
  readonly count: number;
}

interface CampaignsOptions {
  readonly target: SubjectTarget;
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly tell?: (event: VariantEvent) => void;
  readonly signal?: AbortSignal;
}

/** Runs campaigns one after the other and keeps what they saw. */
export class Campaigns {
  readonly #options: CampaignsOptions;
  readonly #all: MeasuredCampaign[] = [];
  readonly #notes = new Set<string>();
  /** Once a shared module turned out to keep state, none is trusted any more. */
  #isEverythingFresh = false;
  subject = "";

  constructor(options: CampaignsOptions) {
    this.#options = options;
  }

  /** Those that came to their end. */
  get all(): readonly MeasuredCampaign[] {
    return this.#all;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Runs one campaign. */
  async run(order: Order): Promise<void> {
    const found = new Map<string, FoundBug>();
    const { campaign, seconds } = await this.#search(order, found);
    this.subject = campaign.loaded.subject.name;
    if (campaign.impureRun !== undefined && !this.#isEverythingFresh) {
      this.#isEverythingFresh = true;
      this.#notes.add("a module that looked stateless keeps state, so all are fresh in each run");
      return this.run(order);
    }
    // What was cut short says nothing about how long it would have taken.
    if (campaign.endedEarly === "interrupted") return;
    const { variant, seed } = order;
    if (campaign.endedEarly !== undefined) {
      this.#notes.add(`${variant.name}, seed ${seed}: ${campaign.endedEarly}`);
    }
    this.#all.push({ variant, runs: campaign.runs, seconds, found });
  }

  async #search(
    order: Order,
    found: Map<string, FoundBug>,
  ): Promise<{ campaign: CampaignOutcome; seconds: number }> {
    const { target, runsMax, timeMsMax, signal, tell } = this.#options;
    const { variant, seed, number, count } = order;
    const settings = { ...variant.settings, seed };
    let seconds = 0;
    const campaign = await runCampaign(
      { target, settings, isEverythingFresh: this.#isEverythingFresh },
      {
        runsMax,
        timeMsMax,
        ...(signal === undefined ? {} : { signal }),
        tell: (news) => {
          if (news.type === "sighting") {
            const { suspect, seconds: at } = news;
            const { key } = suspect.identity;
            found.set(key, { name: nameOf(suspect), runs: suspect.runIndex + 1, seconds: at });
          } else if (news.type === "runs") {
            ({ seconds } = news);
            tell?.({ ...news, type: "variant", variant: variant.name, seed, number, count });
          }
        },
      },
    );
    return { campaign, seconds };
  }
}

// --- inside ---

function nameOf({ identity }: Suspect): string {
  const { property, error, message } = identity;
  if (property !== "") return property;
  const [first = ""] = message.split("\n");
  return first === "" ? error : `${error}: ${first}`;
}
