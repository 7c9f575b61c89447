// Scenario files: what they may hold (step.ts, shapes/), how a file becomes checked data
// (read-scenario.ts) and then a module text (scenario-module.ts) that the loader takes like any
// other file, and how its steps are done in a run (run/). Start at run/scenario-run.ts.
export { scenarioSubject } from "./scenario-subject.ts";
export {
  isScenarioFile,
  readScenario,
  type ReadScenario,
  type ReadSteps,
} from "./read-scenario.ts";
export { smallScenario } from "./small-scenario.ts";
export { scenarioJsonSchema } from "./scenario-json-schema.ts";
export { importingStep, scenarioModule } from "./scenario-module.ts";
export { findScenarios, type FoundScenarios } from "./find-scenarios.ts";
export { countSteps } from "./walk-steps.ts";
export { durationMs } from "./shapes/values.ts";
export type { Scenario } from "./step.ts";
