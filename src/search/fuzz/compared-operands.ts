/** What two operands were when they were compared at a place of the code. */
export interface ComparedPair {
  /** The first slot of the comparison; negative for what is looked for or switched on. */
  readonly site: number;
  readonly left: unknown;
  readonly right: unknown;
}

/** What the code of one input compared, place by place, in the order in which it did. */
export class ComparedOperands {
  readonly #sites = new Map<number, ComparedPair[]>();
  #count = 0;

  /** Hears of a comparison; of a place that compares very often, the first ones and the last. */
  readonly capture = (left: unknown, right: unknown, site: number): void => {
    if (!isTold(left) || !isTold(right)) return;
    let pairs = this.#sites.get(site);
    if (pairs === undefined) this.#sites.set(site, (pairs = []));
    const isLast = pairs.length >= (site < 0 ? countMax : siteMax);
    if (isLast) pairs.pop();
    else if ((this.#count += 1) > countMax) return;
    pairs.push({ site, left: kept(left), right: kept(right) });
  };

  clear(): void {
    this.#sites.clear();
    this.#count = 0;
  }

  /** What was compared at a place. */
  at(site: number): readonly ComparedPair[] {
    return this.#sites.get(site) ?? none;
  }

  /** Place by place, those that were reached last coming last. */
  all(): ReadonlyMap<number, readonly ComparedPair[]> {
    return new Map(this.#sites);
  }
}

// --- inside ---

const none: readonly ComparedPair[] = [];

/** So many comparisons of one input are kept, and so many of one place. */
const countMax = 1_024;
const siteMax = 48;
/** Longer texts and bytes are not worth being looked for. */
const lengthMax = 256;

function isTold(value: unknown): boolean {
  switch (typeof value) {
    case "number":
    case "bigint":
    case "undefined":
      return true;
    case "string":
      return value.length <= lengthMax;
    default:
      return value instanceof Uint8Array && value.length <= lengthMax;
  }
}

/** Bytes may be changed by the code later on. */
function kept(value: unknown): unknown {
  return value instanceof Uint8Array ? Uint8Array.from(value) : value;
}
