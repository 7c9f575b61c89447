import type { CampaignEvent, ProgressEvent } from "../../kernel/result/campaign-event.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import {
  cutText,
  foundLine,
  planLine,
  type ProgressSetting,
  progressText,
  targetLine,
  type TextOptions,
} from "../../report/index.ts";
import type { Io } from "../io.ts";

/** On a terminal the line is painted so often at most, elsewhere a plain line now and then. */
const paintMs = 250;
const plainMs = 5_000;
const columnsMax = 80;
const plainMsIfVerbose = 1_000;

/** How a terminal tells events. */
export interface TerminalOptions {
  readonly look: TextOptions;
  /** Whether lines of progress come often where no terminal shows them. */
  readonly isVerbose: boolean;
  readonly nowMs: () => number;
}

/** Tells the events of a verb on stderr: how far it is in one line, what was found at once. */
export class TerminalProgress {
  readonly #io: Io;
  readonly #look: TextOptions;
  readonly #nowMs: () => number;
  readonly #isTty: boolean;
  readonly #columns: number;
  readonly #everyMs: number;
  #startMs = 0;
  #shownMs = 0;
  #limits: Pick<ProgressSetting, "runsMax" | "secondsMax"> = {};

  constructor(io: Io, options: TerminalOptions) {
    this.#io = io;
    this.#look = options.look;
    this.#nowMs = options.nowMs;
    this.#isTty = io.errColumns !== undefined;
    this.#columns = Math.min(columnsMax, io.errColumns ?? columnsMax) || columnsMax;
    this.#everyMs = this.#isTty ? paintMs : options.isVerbose ? plainMsIfVerbose : plainMs;
    this.#restart();
  }

  hear(event: CampaignEvent): void {
    switch (event.type) {
      case "begin":
        return;
      case "subject":
        this.#clear();
        this.#restart();
        this.#limits = { runsMax: event.runsMax, secondsMax: event.secondsMax };
        return;
      case "plan":
        this.#sayLine(planLine(event));
        return;
      case "stage":
        this.#sayLine(`${event.name}: ${event.state}`);
        return;
      case "finding":
        // What is told with the result stands in the result.
        if (!event.isAtEnd) this.#sayLine(this.#foundText(event.finding));
        return;
      case "end":
        this.#clear();
        return;
      default:
        this.#paint(event);
    }
  }

  #foundText(finding: Finding): string {
    if (finding.evidence !== undefined) return targetLine(finding, this.#look);
    return foundLine(finding, this.#seconds);
  }

  get #seconds(): number {
    return (this.#nowMs() - this.#startMs) / 1_000;
  }

  #restart(): void {
    this.#startMs = this.#nowMs();
    // A log gets its first line when there is something to wait for.
    this.#shownMs = this.#isTty ? Number.NEGATIVE_INFINITY : this.#startMs;
  }

  /** Shows how far it is, where a line is due. */
  #paint(event: ProgressEvent): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#shownMs < this.#everyMs) return;
    const setting = { ...this.#limits, seconds: this.#seconds, columnsMax: this.#columns };
    const line = progressText(event, setting);
    if (line === undefined) return;
    this.#shownMs = nowMs;
    // A line that breaks at the edge of the terminal could not be painted over.
    const shown = cutText(line, { columns: this.#columns, ellipsis: "..." });
    this.#io.err(this.#isTty ? `\r\u001B[2K${shown}` : `${line}\n`);
  }

  #sayLine(line: string): void {
    this.#clear();
    this.#io.err(`${line}\n`);
  }

  /** Leaves the line empty for what comes next. */
  #clear(): void {
    if (this.#isTty) this.#io.err("\r\u001B[2K");
  }
}
