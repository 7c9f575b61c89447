import { progressLine } from "../report/index.ts";
import type { Io } from "./io.ts";

/** On a terminal the line is painted so often at most, elsewhere a plain line now and then. */
const paintMs = 250;
const plainMs = 5_000;

/** Shows how far a campaign is, on stderr. */
export class ProgressPainter {
  readonly #io: Io;
  readonly #isOn: boolean;
  readonly #startMs = performance.now();
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(io: Io, options: { readonly isOn: boolean }) {
    this.#io = io;
    this.#isOn = options.isOn;
  }

  show({ runs, findings }: { readonly runs: number; readonly findings: number }): void {
    if (!this.#isOn) return;
    const nowMs = performance.now();
    if (nowMs - this.#shownMs < (this.#io.isTty ? paintMs : plainMs)) return;
    this.#shownMs = nowMs;
    const seconds = (nowMs - this.#startMs) / 1_000;
    const line = progressLine({ runs, seconds, findings, runsPerSecond: runs / seconds });
    this.#io.err(this.#io.isTty ? `\r\u001B[2K${line}` : `${line}\n`);
  }

  /** Leaves the line empty for what comes next. */
  clear(): void {
    if (this.#isOn && this.#io.isTty) this.#io.err("\r\u001B[2K");
  }
}
