import type { Decisions } from "../kernel/decisions/decisions.ts";
import type { Provenance, Variation } from "./case.ts";

/** One way in which a draft may vary. */
export interface Way<Draft> {
  readonly name: string;
  readonly provenance: Provenance;
  /** How often it is drawn, compared with the others; 1 where it is left out. */
  readonly weight?: number;
  /**
   * Changes the draft; false where there is nothing to change. `at` is a place of its own choice,
   * from 0 up to, and without, 1.
   */
  apply(draft: Draft, at: number): boolean;
}

/** So many variations a case may have: failures need one or two, and more hide each other. */
const variationsMax = 4;

/** Draws variations and applies them in turn; each is a span, which shrinking can leave out. */
export function drawVariations<Draft>(
  decisions: Decisions,
  ways: readonly Way<Draft>[],
  draft: Draft,
): readonly Variation[] {
  const found: Variation[] = [];
  for (let left = variationsMax; left > 0; left -= 1) {
    decisions.open("variation");
    // One chance in what is left: every count is equally likely, and is part of its own span.
    const isOne = decisions.chance("more", 1 - 1 / (left + 1));
    const way = isOne ? drawWay(decisions, { ways }, draft) : undefined;
    if (way !== undefined) found.push({ name: way.name, provenance: way.provenance });
    decisions.close();
    if (!isOne) break;
  }
  return found;
}

/** Draws one of the ways and applies it; undefined where it finds nothing to change. */
export function drawWay<Draft, W extends Way<Draft>>(
  decisions: Decisions,
  { ways, known = ways }: { readonly ways: readonly W[]; readonly known?: readonly W[] },
  draft: Draft,
): W | undefined {
  const weighed = ways.flatMap((way) => Array.from({ length: way.weight ?? 1 }, () => way));
  const way = decisions.pick("way", weighed, known);
  const at = decisions.integer("at", { min: 0, max: placesCount - 1 }) / placesCount;
  return way.apply(draft, at) ? way : undefined;
}

// --- inside ---

/** Fine enough to name every byte of what people send in a test. */
const placesCount = 10_000;
