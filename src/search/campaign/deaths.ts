import { type ExitMode, exitText } from "../../kernel/exit-mode.ts";

/** After so many dead processes with no run between them, something is wrong with all runs. */
const deathsInRowMax = 5;
/** Each death costs a process and its time limit, so not every one of a long campaign is paid. */
const deathsMax = 25;

/** Counts the processes of a campaign that died, and says when it is enough. */
export class Deaths {
  #count = 0;
  #inRow = 0;
  readonly #unrepeated: { readonly exit: ExitMode; readonly run: number }[] = [];

  /** Whether any process has died. */
  get hasAny(): boolean {
    return this.#count > 0;
  }

  /** Counts a death; `isNextRun` says that no run has ended well since the last one. */
  add(isNextRun: boolean): void {
    this.#count += 1;
    this.#inRow = isNextRun ? this.#inRow + 1 : 1;
  }

  /** Hears that a run at which a process died did not kill another one. */
  acquit(exit: ExitMode, run: number): void {
    this.#unrepeated.push({ exit, run });
  }

  /** Why the campaign has to end, if it has. */
  get tooMany(): string | undefined {
    const isOver = this.#count >= deathsMax || this.#inRow >= deathsInRowMax;
    return isOver ? `the process died ${this.#count} times` : undefined;
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
