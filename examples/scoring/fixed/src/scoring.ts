import { fetchBatch, type Row } from "./features.ts";
import { checksumOf, loadModel, type Model, newestVersion } from "./registry.ts";

/** The scores of a batch, and what they were made of. */
export interface Scored {
  readonly scores: readonly number[];
  readonly modelVersion: number;
  /** Watched from outside, to see when the population changes. */
  readonly meanIncome: number;
}

/** Scores a batch of people, or says that its data or its model cannot be trusted. */
export async function score(ids: readonly string[]): Promise<Scored> {
  const [rows, model] = await Promise.all([fetchBatch(ids), loadModel()]);
  if (String(rows.map(({ id }) => id)) !== String(ids)) throw new Untrusted("a row for each id");
  if (!rows.every(isRow)) throw new Untrusted("rows of finite numbers with every feature");
  if (model.version !== newestVersion()) throw new Untrusted("the newest model");
  if (!isWhole(model)) throw new Untrusted("a model as it was published");
  // By name: the order of keys is nobody's promise.
  const scores = rows.map((row) =>
    features.reduce((sum, name, at) => sum + row[name] * (model.weights[at] ?? 0), 0),
  );
  const income = rows.reduce((sum, row) => sum + row.income, 0);
  return { scores, modelVersion: model.version, meanIncome: income / rows.length };
}

/** Something was not as the service needs it. */
export class Untrusted extends Error {}

// --- inside ---

const features = ["age", "income", "debt"] as const;

function isRow(row: Row): boolean {
  return features.every((name) => Number.isFinite(row[name]));
}

function isWhole({ version, weights, checksum }: Model): boolean {
  return weights.length === features.length && checksumOf(version, weights) === checksum;
}
