import { closingMs, endSignal, interruptedMs } from "../../runner/end-signal.ts";
import { shrinkMsMax } from "../../campaign/settings.ts";

/**
 * When a scan ends: one moment for reading types, calling and looking for laws. What was found by
 * then may be proven and made small until another moment, which all of it shares.
 */
export class ScanTime {
  readonly #endMs: number;
  readonly #provingMs: number;
  /** Ends what is being proven. */
  readonly provingSignal: AbortSignal;

  constructor({ timeMsMax, provingMsMax = shrinkMsMax, signal }: ScanTimes) {
    this.#endMs = performance.now() + timeMsMax;
    this.#provingMs = provingMsMax;
    const provingLeftMs = Math.max(0, this.provingLeftMs() - closingMs);
    this.provingSignal = endSignal(provingLeftMs, signal, interruptedMs).signal;
  }

  get isOver(): boolean {
    return this.leftMs() <= 0;
  }

  leftMs(): number {
    return this.#endMs - performance.now();
  }

  /** What is left to prove and to make small. */
  provingLeftMs(): number {
    return Math.max(0, this.leftMs() + this.#provingMs);
  }
}

// --- inside ---

interface ScanTimes {
  readonly timeMsMax: number;
  /** On top of it; as much as a campaign has to make small what it found. */
  readonly provingMsMax?: number;
  /** Somebody does not want to wait for all of it. */
  readonly signal?: AbortSignal | undefined;
}
