import type { Seed } from "../../kernel/decisions/seed.ts";
import { hunt } from "../../campaign/campaign.ts";
import type { Hunted, HuntProgress } from "../../campaign/campaign-outcome.ts";
import type { Suspect } from "../../campaign/proof/prove.ts";
import type { SubjectTarget } from "../../campaign/settings.ts";
import type { Variant } from "./variants.ts";

/** What one campaign of a variant saw, and when. */
export interface Campaign {
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

/** How far the campaigns have come. */
export interface CampaignProgress extends HuntProgress {
  readonly variant: string;
  readonly seed: Seed;
  /** From 0. */
  readonly number: number;
  readonly count: number;
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
  readonly onProgress?: (progress: CampaignProgress) => void;
  readonly signal?: AbortSignal;
}

/** Runs campaigns one after the other and keeps what they saw. */
export class Campaigns {
  readonly #options: CampaignsOptions;
  readonly #all: Campaign[] = [];
  readonly #notes = new Set<string>();
  /** Once a shared module turned out to keep state, none is trusted any more. */
  #isEverythingFresh = false;
  subject = "";

  constructor(options: CampaignsOptions) {
    this.#options = options;
  }

  /** Those that came to their end. */
  get all(): readonly Campaign[] {
    return this.#all;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Runs one campaign. */
  async run(order: Order): Promise<void> {
    const found = new Map<string, FoundBug>();
    const { hunted, seconds } = await this.#hunt(order, found);
    this.subject = hunted.loaded.subject.name;
    if (hunted.impureRun !== undefined && !this.#isEverythingFresh) {
      this.#isEverythingFresh = true;
      this.#notes.add("a module that looked stateless keeps state, so all are fresh in each run");
      return this.run(order);
    }
    // What was cut short says nothing about how long it would have taken.
    if (hunted.endedEarly === "interrupted") return;
    const { variant, seed } = order;
    if (hunted.endedEarly !== undefined) {
      this.#notes.add(`${variant.name}, seed ${seed}: ${hunted.endedEarly}`);
    }
    this.#all.push({ variant, runs: hunted.runs, seconds, found });
  }

  async #hunt(
    order: Order,
    found: Map<string, FoundBug>,
  ): Promise<{ hunted: Hunted; seconds: number }> {
    const { target, runsMax, timeMsMax, signal, onProgress } = this.#options;
    const { variant, seed, number, count } = order;
    const settings = { ...variant.settings, seed };
    let seconds = 0;
    const hunted = await hunt(
      { target, settings, isEverythingFresh: this.#isEverythingFresh },
      {
        runsMax,
        timeMsMax,
        ...(signal === undefined ? {} : { signal }),
        onFound: (suspect, at) => {
          const { key } = suspect.identity;
          found.set(key, { name: nameOf(suspect), runs: suspect.runIndex + 1, seconds: at });
        },
        onProgress: (progress) => {
          ({ seconds } = progress);
          onProgress?.({ ...progress, variant: variant.name, seed, number, count });
        },
      },
    );
    return { hunted, seconds };
  }
}

// --- inside ---

function nameOf({ identity }: Suspect): string {
  const { property, error, message } = identity;
  if (property !== "") return property;
  const [first = ""] = message.split("\n");
  return first === "" ? error : `${error}: ${first}`;
}
