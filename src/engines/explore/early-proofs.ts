import type { FindingEvent } from "../../kernel/result/campaign-event.ts";
import { endSignal, interruptedMs } from "../../runner/end-signal.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";
import { proofInTime } from "../../campaign/proof/prove-suspect.ts";
import type { Proof, Suspect } from "../../campaign/proof/prove.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import { type ProofFolders, saveProof } from "./save-proof.ts";

/** How failures are proven while the search goes on, and who hears of them. */
export interface EarlyProofOptions extends Omit<ProofFolders, "loaded"> {
  /** Whether the search ends with the first failure that is proven, so that none has to wait. */
  readonly bails?: boolean | undefined;
  /** Is told of each failure when it is proven and stored. */
  readonly tell?: ((event: FindingEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A proof that was made while the search went on. */
export interface EarlyProof extends Proof {
  /** The list that was shrunk. */
  readonly startedFrom: Suspect["decisions"];
}

/** Why a search that was told to bail has ended. */
export const stoppedAtFirst = "stopped at the first failure that was proven (--bail)";

/**
 * Proves failures while the search goes on, one at a time in a process of its own: what was seen
 * in the first seconds is shown then, and an interrupt loses nothing that was proven. A search that
 * ends soon proves what it found when it has ended, from the best list of all that it has seen.
 */
export class EarlyProofs {
  readonly #runTarget: RunTarget;
  readonly #options: EarlyProofOptions;
  readonly #proofs = new Map<string, EarlyProof>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #loaded: LoadedSubject | undefined;
  #queue: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(runTarget: RunTarget, options: EarlyProofOptions) {
    this.#runTarget = runTarget;
    this.#options = options;
  }

  /** Hears what was loaded: nothing can be stored before. */
  readonly begin = (loaded: LoadedSubject): void => {
    this.#loaded ??= loaded;
  };

  /** Hears of a failure that was seen for the first time. */
  readonly add = (suspect: Suspect): void => {
    const delayMs = this.#options.bails === true ? 0 : waitMs;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // What goes wrong here goes wrong again when the search has ended, and is told then.
      this.#queue = this.#queue.then(() => this.#prove(suspect)).catch(() => {});
    }, delayMs);
    this.#timers.add(timer);
  };

  /** Why the search has what it was asked for; undefined as long as it has not. */
  get isEnough(): string | undefined {
    return this.#options.bails === true && this.#proofs.size > 0 ? stoppedAtFirst : undefined;
  }

  /** Waits for the proof that is under way, and gives all by the key of their failure. */
  async close(): Promise<ReadonlyMap<string, EarlyProof>> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#queue;
    return this.#proofs;
  }

  async #prove(suspect: Suspect): Promise<void> {
    const loaded = this.#loaded;
    if (this.#isClosed || this.isEnough !== undefined || loaded === undefined) return;
    const end = endSignal(proofMsMax, this.#options.signal, interruptedMs);
    try {
      const settings = { ...this.#runTarget.settings, shrinkMs };
      const runTarget = { ...this.#runTarget, settings, signal: end.signal };
      const proof = await proofInTime(suspect, runTarget);
      // What is doubtful is looked at again when there is nothing else to do.
      if (!proof.isConfirmed) return;
      this.#proofs.set(suspect.identity.key, { ...proof, startedFrom: suspect.decisions });
      const kept = await saveProof({ suspect, proof }, runTarget, { ...this.#options, loaded });
      this.#options.tell?.({ type: "finding", finding: kept.finding, isAtEnd: false });
    } finally {
      end.release();
    }
  }
}

// --- inside ---

/** A search that goes on for so long after a sighting is one that somebody waits for. */
const waitMs = 1_500;
/** What one proof may take while the search goes on, of which so much to make it small. */
const proofMsMax = 15_000;
const shrinkMs = 5_000;
