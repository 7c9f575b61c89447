import { compareSlots, type CoverageMap } from "./coverage-map.ts";

/** A comparison for equality that was reached and never held. */
export interface Unheld {
  /** The absolute path. */
  readonly file: string;
  /** Where it stands in the type-free code. */
  readonly offset: number;
}

/** Comparisons that never held; those that were reached last, and so lie deepest, come first. */
export function unheldComparisons(map: CoverageMap): readonly Unheld[] {
  const reachedAt = new Map(map.firstHits.map((slot, at) => [slot, at]));
  const found: { readonly at: number; readonly unheld: Unheld }[] = [];
  for (const { file, sites, comparesStart } of map.files) {
    for (const [number, { offset, isEquality }] of sites.entries()) {
      const first = comparesStart + number * compareSlots;
      // The first slot of a comparison is hit where nothing lies between its operands.
      if (!isEquality || reachedAt.has(first)) continue;
      let at = -1;
      for (let slot = first + 1; slot < first + compareSlots; slot++) {
        at = Math.max(at, reachedAt.get(slot) ?? -1);
      }
      if (at >= 0) found.push({ at, unheld: { file, offset } });
    }
  }
  return found
    .toSorted((a, b) => b.at - a.at)
    .slice(0, unheldMax)
    .map(({ unheld }) => unheld);
}

// --- inside ---

/** So many are told. */
const unheldMax = 20;
