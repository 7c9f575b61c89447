import { fetchBatch } from "./features.ts";
import { loadModel } from "./registry.ts";

/** The scores of a batch, and what they were made of. */
export interface Scored {
  readonly scores: readonly number[];
  readonly modelVersion: number;
  /** Watched from outside, to see when the population changes. */
  readonly meanIncome: number;
}

/** Scores a batch of people; it believes whatever the feature store and the registry say. */
export async function score(ids: readonly string[]): Promise<Scored> {
  const [rows, model] = await Promise.all([fetchBatch(ids), loadModel()]);
  const scores = rows.map(({ id: _, ...features }) =>
    Object.values(features).reduce(
      (sum: number, value: number, at) => sum + value * (model.weights[at] ?? 0),
      0,
    ),
  );
  const income = rows.reduce((sum, row) => sum + row.income, 0);
  return { scores, modelVersion: model.version, meanIncome: income / rows.length };
}
