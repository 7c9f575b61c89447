import type { Simulation } from "../../kernel/subject/chaos-test.ts";
import { simulationSubject } from "../drive/index.ts";
import { chaosEnding } from "./chaos-test.ts";
import {
  faultsProblem,
  functionProblem,
  nameProblem,
  type Problem,
  type Table,
  unknownKey,
} from "./option-problems.ts";
import type { SubjectKind } from "./subject-kind.ts";

/** `simulation({ … })`: plain code whose races are decided. */
export const simulationKind: SubjectKind<Simulation> = {
  name: "simulation",
  ending: chaosEnding,
  isIn: () => true,
  problemOf: simulationProblem,
  load: () => Promise.resolve({ subjectOf: simulationSubject }),
};

// --- inside ---

const simulationKeys = ["name", "faults", "run"];

function simulationProblem(options: Table): Problem | undefined {
  return (
    unknownKey(options, simulationKeys, "`simulation`") ??
    nameProblem(options) ??
    faultsProblem(options["faults"]) ??
    functionProblem(options, "run", { isNeeded: true })
  );
}
