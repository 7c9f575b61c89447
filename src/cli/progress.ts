import type { Finding } from "../kernel/result/finding.ts";
import { cutText, foundLine, type Progress, progressLine } from "../report/index.ts";
import type { Io } from "./io.ts";

/** On a terminal the line is painted so often at most, elsewhere a plain line now and then. */
const paintMs = 250;
const plainMs = 5_000;
const columnsMax = 80;
const plainMsIfVerbose = 1_000;

/** Shows how far a campaign is, on stderr. */
export class ProgressPainter {
  readonly #io: Io;
  readonly #isOn: boolean;
  readonly #isTty: boolean;
  readonly #columns: number;
  readonly #startMs = performance.now();
  readonly #everyMs: number;
  #shownMs: number;

  constructor(io: Io, options: { readonly isOn: boolean; readonly isVerbose: boolean }) {
    this.#io = io;
    this.#isOn = options.isOn;
    this.#isTty = io.errColumns !== undefined;
    this.#columns = Math.min(columnsMax, io.errColumns ?? columnsMax) || columnsMax;
    this.#everyMs = this.#isTty ? paintMs : options.isVerbose ? plainMsIfVerbose : plainMs;
    // A log gets its first line when there is something to wait for.
    this.#shownMs = this.#isTty ? Number.NEGATIVE_INFINITY : this.#startMs;
  }

  show(progress: Omit<Progress, "runsPerSecond" | "seconds">): void {
    this.say((seconds) => {
      const runsPerSecond = progress.runs / seconds;
      return progressLine({ ...progress, seconds, runsPerSecond }, this.#columns);
    });
  }

  /** Shows a line where one is due; it is told how many seconds have passed. */
  say(lineAfter: (seconds: number) => string): void {
    if (!this.#isOn) return;
    const nowMs = performance.now();
    if (nowMs - this.#shownMs < this.#everyMs) return;
    this.#shownMs = nowMs;
    const line = lineAfter((nowMs - this.#startMs) / 1_000);
    // A line that breaks at the edge of the terminal could not be painted over.
    const shown = cutText(line, { columns: this.#columns, ellipsis: "..." });
    this.#io.err(this.#isTty ? `\r\u001B[2K${shown}` : `${line}\n`);
  }

  /** Says that a failure is proven, at once, and how to see it again while the search goes on. */
  found(finding: Finding): void {
    if (!this.#isOn) return;
    const seconds = (performance.now() - this.#startMs) / 1_000;
    this.clear();
    this.#io.err(`${foundLine(finding, seconds)}\n`);
  }

  /** Leaves the line empty for what comes next. */
  clear(): void {
    if (this.#isOn && this.#isTty) this.#io.err("\r\u001B[2K");
  }
}
