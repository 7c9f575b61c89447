import { runCampaign } from "../../campaign/campaign.ts";
import type { RunsEvent, StretchEvent } from "../../kernel/result/campaign-event.ts";
import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";

interface StretchesOptions {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly tell?: (event: StretchEvent) => void;
  readonly signal?: AbortSignal;
}

interface Order {
  readonly workers: number;
  readonly number: number;
  readonly count: number;
}

type Sample = Pick<RunsEvent, "runs" | "seconds">;

/** Processes load and warm up for about so much of a stretch; that is not counted. */
const warmUpShare = 0.25;

/** Runs timed stretches of a campaign, one after the other. */
export class Stretches {
  readonly #options: StretchesOptions;
  readonly #speeds: { workers: number; runsPerSecond: number }[] = [];
  readonly #notes = new Set<string>();
  #isEverythingFresh = false;
  subject = "";
  runs = 0;

  constructor(options: StretchesOptions) {
    this.#options = options;
  }

  get speeds(): readonly { readonly workers: number; readonly runsPerSecond: number }[] {
    return this.#speeds;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Runs one stretch; what did not come to its end is not counted. */
  async run(order: Order): Promise<void> {
    const { target, settings, runsMax, timeMsMax, signal, tell } = this.#options;
    const samples: Sample[] = [];
    const campaign = await runCampaign(
      {
        target,
        // A search that stops because nothing is new would end a stretch before its time.
        settings: { ...settings, workers: order.workers, patienceRuns: undefined },
        isEverythingFresh: this.#isEverythingFresh,
      },
      {
        runsMax,
        timeMsMax,
        ...(signal === undefined ? {} : { signal }),
        tell: (news) => {
          if (news.type !== "runs") return;
          samples.push({ runs: news.runs, seconds: news.seconds });
          tell?.({ ...news, type: "stretch", ...order });
        },
      },
    );
    this.subject = campaign.loaded.subject.name;
    if (campaign.impureRun !== undefined && !this.#isEverythingFresh) {
      this.#isEverythingFresh = true;
      this.#notes.add("a module that looked stateless keeps state, so all are fresh in each run");
      return this.run(order);
    }
    if (campaign.endedEarly === "interrupted") return;
    if (campaign.endedEarly !== undefined) this.#notes.add(campaign.endedEarly);
    this.runs += campaign.runs;
    this.#speeds.push({ workers: order.workers, runsPerSecond: speedOf(samples) });
  }
}

/** Runs a second between the end of the warm-up and the end of the stretch. */
export function speedOf(samples: readonly Sample[]): number {
  const end = samples.at(-1);
  if (end === undefined || end.seconds <= 0) return 0;
  const start = samples.find(({ seconds }) => seconds >= end.seconds * warmUpShare);
  const from = start === undefined || start === end ? { runs: 0, seconds: 0 } : start;
  const seconds = end.seconds - from.seconds;
  return seconds > 0 ? (end.runs - from.runs) / seconds : end.runs / end.seconds;
}
