/**
 * The smallest part of a list that will do, by delta debugging: nothing at all, then halves, then
 * what is left without one piece, with ever smaller pieces. No single item of what it gives can be
 * left out. The order of tries depends on the list alone.
 */
export async function smallestPart<Item>(
  items: readonly Item[],
  willDo: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  if (items.length === 0) return items;
  if (await willDo([])) return [];
  let left = items;
  let pieces = 2;
  while (left.length >= 2) {
    const smaller = await oneStep(left, Math.min(pieces, left.length), willDo);
    if (smaller !== undefined) {
      left = smaller.part;
      pieces = smaller.isPiece ? 2 : Math.max(pieces - 1, 2);
    } else if (pieces >= left.length) {
      return left;
    } else {
      pieces *= 2;
    }
  }
  return left;
}

// --- inside ---

async function oneStep<Item>(
  items: readonly Item[],
  pieces: number,
  willDo: (part: readonly Item[]) => Promise<boolean>,
): Promise<{ readonly part: readonly Item[]; readonly isPiece: boolean } | undefined> {
  const ends = Array.from({ length: pieces + 1 }, (_, at) =>
    Math.floor((at * items.length) / pieces),
  );
  const spans = ends.slice(1).map((to, at) => ({ from: ends[at] ?? 0, to }));
  for (const { from, to } of spans) {
    const part = items.slice(from, to);
    if (await willDo(part)) return { part, isPiece: true };
  }
  for (const { from, to } of pieces > 2 ? spans : []) {
    const part = [...items.slice(0, from), ...items.slice(to)];
    if (await willDo(part)) return { part, isPiece: false };
  }
  return undefined;
}
