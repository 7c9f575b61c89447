import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import type { Detection, Detector, Evidence } from "./detector.ts";
import { slowGrowth, slowPattern } from "./slow-growth.ts";
import { changedArguments, prototypePollution, unhandledRejection } from "./value-detectors.ts";
import {
  codeInjection,
  commandInjection,
  pathTraversal,
  requestForgery,
} from "./world-detectors.ts";

/** Every detector; all are on unless they are switched off by name. */
export const detectors: readonly Detector[] = [
  prototypePollution,
  pathTraversal,
  commandInjection,
  codeInjection,
  requestForgery,
  slowPattern,
  slowGrowth,
  unhandledRejection,
  changedArguments,
];

/** The detectors that are left when some are switched off; an unknown name is refused. */
export function detectorsWithout(names: readonly string[]): readonly Detector[] {
  for (const name of names) if (!detectors.some((known) => known.name === name)) refuse(name);
  return detectors.filter(({ name }) => !names.includes(name));
}

/** What the detectors find in an execution, in their order. */
export function detect(on: readonly Detector[], evidence: Evidence): readonly Detection[] {
  return on.flatMap((detector) => detector.judge(evidence) ?? []);
}

// --- inside ---

function refuse(name: string): never {
  const known = detectors.map((detector) => detector.name);
  const [near] = nearestNames(name, known, { countMax: 1 });
  throw new GauntletError({
    code: "S004",
    what: `there is no detector \`${name}\``,
    help:
      near === undefined ? `the detectors are ${known.join(", ")}` : `did you mean \`${near}\`?`,
  });
}
