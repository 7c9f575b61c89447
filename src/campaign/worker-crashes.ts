import { type ExitMode, exitText } from "../kernel/failure/exit-mode.ts";

/** After so many crashes with no run between them, something is wrong with all runs. */
const crashesInRowMax = 5;
/** Each crash costs a process and perhaps its time limit twice, so not every one is looked into. */
const crashesMax = 25;
/**
 * A crash of a kind that is known costs a process and is not looked into: it is only what a bug
 * does that half of all runs meet, and the other half is worth going on for.
 */
const knownInRowMax = 25;
const knownMax = 1_000;

/** Counts the processes of a campaign that died, and says when it is enough. */
export class WorkerCrashes {
  #count = 0;
  #inRow = 0;
  #knownCount = 0;
  #knownInRow = 0;
  #stretchRuns = Number.POSITIVE_INFINITY;
  readonly #unrepeated: { readonly exit: ExitMode; readonly run: number }[] = [];

  /** Whether any process has died. */
  get hasAny(): boolean {
    return this.#count + this.#knownCount > 0;
  }

  /**
   * How many runs a process may make before it tells what came of them. What it has not told dies
   * with it, so after a crash it is asked soon, and then ever later.
   */
  get stretchRunsMax(): number {
    return this.#stretchRuns;
  }

  /** Counts a crash. */
  add(crash: {
    /** Whether no run has ended well since the last one. */
    readonly isNextRun: boolean;
    /** Whether a run is known to die like this. */
    readonly isKnown: boolean;
  }): void {
    this.#stretchRuns = 1;
    this.#inRow = crash.isNextRun ? this.#inRow : 0;
    this.#knownInRow = crash.isNextRun ? this.#knownInRow : 0;
    if (crash.isKnown) {
      this.#knownCount += 1;
      this.#knownInRow += 1;
    } else {
      this.#count += 1;
      this.#inRow += 1;
    }
  }

  /** Notes that all runs of a stretch ended well. */
  endStretchWell(): void {
    this.#inRow = 0;
    this.#knownInRow = 0;
    this.#stretchRuns *= 2;
  }

  /** Notes a run at which a process died and which did not kill another one. */
  addUnrepeated(exit: ExitMode, run: number): void {
    this.#unrepeated.push({ exit, run });
  }

  /** Why the campaign has to end, if it has. */
  get tooMany(): string | undefined {
    if (this.#count >= crashesMax || this.#inRow >= crashesInRowMax) {
      return `the process died ${this.#count + this.#knownCount} times`;
    }
    if (this.#knownInRow >= knownInRowMax) {
      return `${this.#knownInRow} runs in a row ended their process, all as others had before`;
    }
    if (this.#knownCount >= knownMax) {
      return `${this.#knownCount} runs ended their process as others had before`;
    }
    return undefined;
  }

  /** What no run is to blame for: something outside, or what many runs left behind together. */
  get notes(): readonly string[] {
    const [first, ...others] = this.#unrepeated;
    if (first === undefined) return [];
    const how = `(${exitText(first.exit)})`;
    if (others.length === 0) {
      return [`a process died near run ${first.run} ${how}, and not again when it was repeated`];
    }
    const count = this.#unrepeated.length;
    return [
      `${count} processes died, and not again when their runs were repeated; ` +
        `the first one near run ${first.run} ${how}`,
    ];
  }
}
