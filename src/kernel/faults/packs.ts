import type { Fault } from "./fault.ts";
import { dtypeDrift, featureOrderDrift, missingFeature, partialBatch, wrongShape } from "./data.ts";
import type { SeamOptions } from "./make-fault.ts";
import { corruptWeights, infBurst, nanBurst, staleArtifact, versionSkew } from "./models.ts";

/** Triggers for every fault of a pack; each keeps its own name, or two would have the same. */
export type PackOptions = Omit<SeamOptions, "name">;

/** All that goes wrong with rows of features, at a function that gives them. */
export function dataFaults(seam: string, options?: PackOptions): readonly Fault[] {
  return dataPack.map((make) => make(seam, options));
}

/** All that goes wrong with a model, at a function that loads it. */
export function modelFaults(seam: string, options?: PackOptions): readonly Fault[] {
  return modelPack.map((make) => make(seam, options));
}

/** All that goes wrong between data, a model and who uses them. */
export function mlFaults(
  seams: { readonly data: string; readonly model: string },
  options?: PackOptions,
): readonly Fault[] {
  return [...dataFaults(seams.data, options), ...modelFaults(seams.model, options)];
}

// --- inside ---

const dataPack = [
  wrongShape,
  dtypeDrift,
  nanBurst,
  infBurst,
  partialBatch,
  featureOrderDrift,
  missingFeature,
] as const;

const modelPack = [staleArtifact, versionSkew, corruptWeights] as const;
