import fc from "fast-check";
import { always, type ChaosTest, chaosTest, mlFaults } from "gauntlet";
import { people } from "./src/features.ts";
import { newestVersion, publish, weightsOf } from "./src/registry.ts";
import { score, type Scored } from "./src/scoring.ts";

const faults = mlFaults({
  data: "src/features.ts#fetchBatch",
  model: "src/registry.ts#loadModel",
});

// Fractions that a float holds exactly, so that sums can be compared.
const weight = fc.integer({ min: 1, max: 16 }).map((sixteenths) => sixteenths / 16);

/** A service that scores people, with everything that data and models can do to it. */
const everything: ChaosTest = scoring("scoring", "");
export default everything;

// The same with one fault alone.
export const wrongShape: ChaosTest = scoring("wrong shape", "wrongShape");
export const dtypeDrift: ChaosTest = scoring("dtype drift", "dtypeDrift");
export const nanBurst: ChaosTest = scoring("NaN burst", "nanBurst");
export const infBurst: ChaosTest = scoring("Inf burst", "infBurst");
export const partialBatch: ChaosTest = scoring("partial batch", "partialBatch");
export const featureOrderDrift: ChaosTest = scoring("feature order", "featureOrderDrift");
export const missingFeature: ChaosTest = scoring("missing feature", "missingFeature");
export const staleArtifact: ChaosTest = scoring("stale artifact", "staleArtifact");
export const versionSkew: ChaosTest = scoring("version skew", "versionSkew");
export const corruptWeights: ChaosTest = scoring("corrupt weights", "corruptWeights");
/** And without any. */
export const none: ChaosTest = scoring("no fault", "none");

// --- inside ---

function scoring(name: string, kind: string): ChaosTest {
  return chaosTest({
    name,
    faults: faults.filter((fault) => fault.name.startsWith(kind)),
    setup: () => {
      publish([0.5, 0.25, 1]);
      return {};
    },
    rules: {
      publish: {
        draw: { weights: fc.array(weight, { minLength: 3, maxLength: 3 }) },
        run: (_state, { weights }) => publish(weights),
      },
      score: {
        draw: { ids: fc.subarray(Object.keys(people), { minLength: 2 }) },
        run: async (_state, { ids }) => {
          const scored = await score(ids).catch(refusal);
          if (scored !== undefined) judge(ids, scored);
        },
      },
    },
  });
}

/** To refuse is right; what may not happen is a wrong score. */
function refusal(error: Error): undefined {
  if (error.constructor.name !== "Untrusted") throw error;
}

function judge(ids: readonly string[], { scores, modelVersion, meanIncome }: Scored): void {
  always(scores.length === ids.length, "everybody gets one score");
  always(modelVersion === newestVersion(), "the newest model is used");
  always(scores.every(Number.isFinite), "a score is a number");
  const weights = weightsOf(modelVersion);
  const expected = ids.map((id) => sum(Object.values(people[id] ?? {}), weights));
  always(String(scores) === String(expected), "a score follows from features and weights");
  const incomes = ids.map((id) => people[id]?.income ?? 0);
  const mean = incomes.reduce((total, income) => total + income, 0) / ids.length;
  always(meanIncome === mean, "the mean income is that of the batch");
}

function sum(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
}
