import { type CheckRecord, discoveryOf, recordsFor } from "./read-campaign.ts";
import type { Boundary } from "./registry.ts";

/** Every so many rounds those that showed nothing new for long have a turn as well. */
const everyRounds = 4;

/** The boundaries that still show new behaviour; all of them where none does, or it is time. */
export function stillYielding(
  boundaries: readonly Boundary[],
  records: readonly CheckRecord[],
  round: number,
): readonly Boundary[] {
  if (round % everyRounds === 0) return boundaries;
  const yielding = boundaries.filter((boundary) => {
    const own = recordsFor(boundary, records);
    const most = Math.max(0, ...own.map(({ progress }) => progress.next));
    return discoveryOf(own).quiet < most / 2;
  });
  return yielding.length === 0 ? boundaries : yielding;
}
