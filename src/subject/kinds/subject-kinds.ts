import { callTestKind } from "./call-test.ts";
import { chaosTestKind } from "./chaos-test.ts";
import { fuzzKind } from "./fuzz.ts";
import { scenarioTestKind } from "./scenario-test.ts";
import { simulationKind } from "./simulation.ts";
import type { SubjectKind } from "./subject-kind.ts";

/** Every kind of subject. A new one is a file beside this one, and a line here. */
export const subjectKinds: readonly SubjectKind[] = [
  chaosTestKind,
  simulationKind,
  callTestKind,
  scenarioTestKind,
  fuzzKind,
];
