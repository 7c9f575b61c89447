/** The candidates nearest to a name, best first; spelling habits such as `maxRuns` cost nothing. */
export function nearestNames(
  name: string,
  candidates: Iterable<string>,
  limits: { countMax: number; distanceMax?: number },
): readonly string[] {
  const wanted = normalise(name);
  const distanceMax = limits.distanceMax ?? Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, normalise(candidate)) }))
    .filter(({ distance }) => distance <= distanceMax)
    .toSorted((first, second) => first.distance - second.distance)
    .slice(0, limits.countMax)
    .map(({ candidate }) => candidate);
}

/** How many slips of the hand lie between two names; a swap of two neighbours is one. */
export function distanceBetween(first: string, second: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let row = 1; row <= first.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1];
      const isSwap = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      current[column] = Math.min(
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        cell(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return cell(last, second.length);
}

// --- inside ---

const lengthMax = 120; // distance is quadratic in length, and longer names differ anyway

function normalise(name: string): string {
  return name
    .slice(0, lengthMax)
    .toLowerCase()
    .replaceAll(/[-_\s]/gu, "");
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
