import type { StepType } from "../../src/subject/scenarios/step.ts";
import { basicCases } from "./basic-cases.ts";
import { codeCases } from "./code-cases.ts";
import { outsideCases } from "./outside-cases.ts";
import { simulatedCases } from "./simulated-cases.ts";
import type { StepCase } from "./step-case.ts";

/** A case for every type of step; one that is missing does not compile. */
export const stepCases: Readonly<Record<StepType, StepCase>> = {
  ...basicCases,
  ...outsideCases,
  ...simulatedCases,
  ...codeCases,
};
