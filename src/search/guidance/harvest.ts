import type { Coverage } from "../../subject/coverage/index.ts";
import type { Hit } from "./guided-state.ts";

/** What a run reached for the first time; new places stand first. */
export function harvest({ map }: Coverage): {
  readonly hits: readonly Hit[];
  readonly newSlots: number;
} {
  let places: Hit[] | undefined;
  let counts: Hit[] | undefined;
  map.harvest((slot, bucket, isNewSlot) => {
    if (isNewSlot) (places ??= []).push([slot, bucket]);
    else (counts ??= []).push([slot, bucket]);
  });
  if (places === undefined) return { hits: counts ?? noHits, newSlots: 0 };
  return { hits: [...places, ...(counts ?? noHits)], newSlots: places.length };
}

// --- inside ---

const noHits: readonly Hit[] = [];
