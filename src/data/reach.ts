/** How many cases got how far: a count for each stage, of cases that reached it or a later one. */
export class ReachCount {
  readonly #stages: readonly string[];
  readonly #counts: number[];
  #cases = 0;

  /** `before` has what an earlier count came to, which this one goes on from. */
  constructor(
    stages: readonly string[],
    before: { readonly cases: number; readonly reached: readonly number[] } = noCases,
  ) {
    this.#stages = stages;
    this.#counts = stages.map((_, at) => before.reached[at] ?? 0);
    this.#cases = before.cases;
  }

  /** Counts a case by the last stage it reached; undefined where it reached none. */
  add(stage: string | undefined): void {
    this.#cases += 1;
    const last = stage === undefined ? -1 : this.#stages.indexOf(stage);
    for (let at = 0; at <= last; at += 1) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** How many cases reached each stage, or a later one. */
  get reached(): readonly number[] {
    return [...this.#counts];
  }

  /** How many cases were counted. */
  get cases(): number {
    return this.#cases;
  }

  /** The part of all cases that reached a stage; 1 where there was none. */
  share(stage: string): number {
    const count = this.#counts[this.#stages.indexOf(stage)] ?? 0;
    return this.#cases === 0 ? 1 : count / this.#cases;
  }

  /** Whether no case reached even the first stage. */
  get isUntouched(): boolean {
    return (this.#counts[0] ?? 0) === 0;
  }

  /** A line for each stage: `first event   17 of 100   17 %`. */
  lines(): readonly string[] {
    const width = Math.max(...this.#stages.map((stage) => stage.length));
    return this.#stages.map((stage, at) => {
      const count = `${this.#counts[at] ?? 0} of ${this.#cases}`;
      const percent = `${Math.round(this.share(stage) * 1_000) / 10} %`;
      return `${stage.padEnd(width)}   ${count.padStart(countWidth(this.#cases))}   ${percent}`;
    });
  }
}

/** A generator of which fewer cases get past the door tells nothing about what is behind it. */
export const reachMin = 0.5;

/** So few cases say nothing about the generator. */
export const reachCasesMin = 20;

// --- inside ---

const noCases = { cases: 0, reached: [] };

function countWidth(cases: number): number {
  return 2 * String(cases).length + " of ".length;
}
