/** Tries candidates as long as there is budget, and none of them twice. */
export class Tries<Candidate> {
  readonly #fails: (candidate: Candidate) => Promise<boolean>;
  readonly #budget: number;
  readonly #known = new Map<string, boolean>();
  #count = 0;
  #isCut = false;

  constructor(fails: (candidate: Candidate) => Promise<boolean>, budget: number) {
    this.#fails = fails;
    this.#budget = budget;
  }

  /** Whether a candidate still fails; where the budget is used up, none does. */
  async fails(candidate: Candidate): Promise<boolean> {
    const key = JSON.stringify(candidate);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#count >= this.#budget) {
      this.#isCut = true;
      return false;
    }
    this.#count += 1;
    const isFailing = await this.#fails(candidate);
    if (key.length <= keyLengthMax) this.#known.set(key, isFailing);
    return isFailing;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether something was left untried. */
  get isCut(): boolean {
    return this.#isCut;
  }
}

// --- inside ---

/** Prompts of megabytes are not remembered. */
const keyLengthMax = 20_000;
