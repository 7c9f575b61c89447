import type { Generator } from "../../kernel/decisions/generator.ts";

/** So many sets of faults are followed; with more, the first ones. */
const tuplesMax = 20_000;
/** After so many tries in vain a set is taken for one that cannot be on together. */
const triesMax = 10;

/** Every set of so many faults, in the order of the names. */
export function faultTuples(faults: readonly string[], strength: number): readonly string[][] {
  const found: string[][] = [];
  const grow = (tuple: readonly string[], from: number): void => {
    if (found.length >= tuplesMax) return;
    if (tuple.length === strength) {
      found.push([...tuple]);
      return;
    }
    for (let at = from; at < faults.length; at++) grow([...tuple, faults[at] ?? ""], at + 1);
  };
  if (strength > 0) grow([], 0);
  return found;
}

/** Which sets of faults were really on together while an operation ran, and which to try next. */
export class FaultTuples {
  readonly #open = new Map<string, { readonly faults: readonly string[]; tries: number }>();

  constructor(
    faults: readonly string[],
    strength: number,
    known: Readonly<Record<string, number>> | undefined,
  ) {
    for (const tuple of faultTuples(faults.toSorted(), strength)) {
      const key = keyOf(tuple);
      const tries = known === undefined ? 0 : known[key];
      if (tries !== undefined) this.#open.set(key, { faults: tuple, tries });
    }
  }

  /** A set that was never on together and was not tried in vain too often. */
  next(generator: Generator): readonly string[] | undefined {
    const hopeful = [...this.#open.values()].filter(({ tries }) => tries < triesMax);
    if (hopeful.length === 0) return undefined;
    // Those tried least, so that one that cannot be reached does not hold up the others.
    const least = Math.min(...hopeful.map(({ tries }) => tries));
    const next = hopeful.filter(({ tries }) => tries === least);
    return next[generator.integer(0, next.length - 1)]?.faults;
  }

  /** Hears that a run was spent on a set. */
  tried(faults: readonly string[]): void {
    const open = this.#open.get(keyOf(faults));
    if (open !== undefined) open.tries += 1;
  }

  /** Hears which faults were on together. */
  learn(faults: readonly string[]): void {
    if (this.#open.size === 0) return;
    const together = new Set(faults);
    for (const [key, { faults: tuple }] of this.#open) {
      if (tuple.every((name) => together.has(name))) this.#open.delete(key);
    }
  }

  /** What is still open, with how often it was tried. */
  data(): Record<string, number> {
    return Object.fromEntries(Array.from(this.#open, ([key, { tries }]) => [key, tries]));
  }
}

// --- inside ---

function keyOf(tuple: readonly string[]): string {
  return tuple.join("\u0000");
}
