import type { Compared } from "../../subject/coverage/index.ts";

/** What the code of one run compared, each pair once. */
export class ComparedValues {
  readonly #rightsOf = new Map<unknown, Set<unknown>>();
  #count = 0;

  /** Hears of a comparison; called very often, mostly with pairs that are known. */
  readonly capture = (left: unknown, right: unknown): void => {
    if (this.#count >= comparedMax || !isHintable(left) || !isHintable(right)) return;
    let rights = this.#rightsOf.get(left);
    if (rights === undefined) this.#rightsOf.set(left, (rights = new Set()));
    if (rights.has(right)) return;
    rights.add(right);
    this.#count += 1;
  };

  clear(): void {
    this.#rightsOf.clear();
    this.#count = 0;
  }

  list(): readonly Compared[] {
    return [...this.#rightsOf].flatMap(([left, rights]) =>
      Array.from(rights, (right) => [left, right] as const),
    );
  }
}

// --- inside ---

/** So many comparisons of one run are kept. */
const comparedMax = 256;
/** Texts longer than this are not worth trying as a value. */
const textLengthMax = 256;

function isHintable(value: unknown): boolean {
  switch (typeof value) {
    case "number":
    case "bigint":
    case "undefined":
      return true;
    case "string":
      return value.length <= textLengthMax;
    default:
      return false;
  }
}
