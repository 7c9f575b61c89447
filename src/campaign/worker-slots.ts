import { availableParallelism } from "node:os";
import type { EncodedDecisions } from "../kernel/trace/decode-decisions.ts";
import type { Progress } from "../runner/protocol/protocol.ts";
import type { CampaignSettings } from "./settings.ts";
import { WorkerSlot } from "./worker-slot.ts";

/** What a process has not reported is lost with it, and others wait for it. */
const exchangeMs = 500;
const aloneMs = 1_000; // nobody waits

/** The processes of a campaign, taken together. */
export class WorkerSlots {
  readonly all: readonly WorkerSlot[];
  readonly #runsMax: number;
  readonly #patienceRuns: number | undefined;

  constructor({ workers = 1, strategy, patienceRuns }: CampaignSettings, runsMax: number) {
    // A search of everything goes one way, so there is nothing to share.
    const asked = strategy === "dfs" ? 1 : workers === 0 ? availableParallelism() : workers;
    const count = Math.max(1, Math.min(asked, runsMax));
    this.#runsMax = runsMax;
    this.#patienceRuns = patienceRuns;
    this.all = Array.from({ length: count }, (_, number) => new WorkerSlot(number, count));
  }

  /** How long a process searches before it reports what it has counted and learns of others. */
  get stretchMs(): number {
    return this.all.length === 1 ? aloneMs : exchangeMs;
  }

  /** Runs that are over and done. */
  get runs(): number {
    return this.all.reduce((sum, { runs }) => sum + runs, 0);
  }

  /** Those and the ones that processes have told of since. */
  get runsSoFar(): number {
    return this.all.reduce((sum, { runs, progress }) => sum + runs + (progress?.runs ?? 0), 0);
  }

  /** What processes say of the stretches they are in. */
  get progress(): readonly Progress[] {
    return this.all.flatMap(({ progress }) => progress ?? []);
  }

  /** Runs that a slot may make without asking again; what others have in hand is not to give. */
  shareOf(slot: WorkerSlot): number {
    const inHand = this.all.reduce((sum, other) => sum + (other === slot ? 0 : other.inHand), 0);
    slot.inHand = Math.ceil((this.#runsMax - this.runs - inHand) / this.all.length);
    return slot.inHand;
  }

  /** Of those so many that one who waits for news is not left waiting. */
  stretchOf(slot: WorkerSlot): number {
    const share = this.shareOf(slot);
    return Math.min(share, this.#patienceRuns ?? share);
  }

  /** Gives a list to all others. */
  share(from: WorkerSlot, decisions: EncodedDecisions): void {
    for (const slot of this.all) if (slot !== from) slot.receive(decisions);
  }

  /** Ends all processes, or leaves them to the pool. */
  async stop(): Promise<void> {
    await Promise.all(this.all.map((slot) => slot.release()));
  }
}
