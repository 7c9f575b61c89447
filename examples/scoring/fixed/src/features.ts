import { setTimeout } from "node:timers/promises";

/** What is known of one person; the model was trained on these, in this order. */
export interface Features {
  readonly age: number;
  readonly income: number;
  readonly debt: number;
}

/** One row of a batch. */
export interface Row extends Features {
  readonly id: string;
}

/** The people of the feature store; every value lies between 0 and 1. */
export const people: Readonly<Record<string, Features>> = {
  ada: { age: 0.25, income: 0.75, debt: 0.125 },
  ben: { age: 0.5, income: 0.25, debt: 0.625 },
  cleo: { age: 0.875, income: 0.5, debt: 0.375 },
};

/** One row for each id, in the order of the ids. */
export async function fetchBatch(ids: readonly string[]): Promise<Row[]> {
  await setTimeout(1);
  return ids.flatMap((id) => {
    const known = people[id];
    return known === undefined ? [] : [{ id, ...known }];
  });
}
