// Scenario files: what they may hold (step.ts, shapes/), how a file becomes checked data
// (read-scenario.ts) and then a module text (scenario-module.ts) that the loader takes like any
// other file. How steps are done in a run (scenario-subject.ts, run/) is not behind this door: only
// a process that runs them loads it. Start at read-scenario.ts, for runs at run/scenario-run.ts.
export { isScenarioFile } from "./scenario-file.ts";
export { readScenario, type ReadScenario, type ReadSteps } from "./read-scenario.ts";
export { smallScenario } from "./small-scenario.ts";
export { scenarioJsonSchema } from "./scenario-json-schema.ts";
export { importingStep, outsideModule, scenarioModule } from "./scenario-module.ts";
export { findScenarios, type FoundScenarios } from "./find-scenarios.ts";
export { countSteps, hasDraws } from "./walk-steps.ts";
export type { Scenario } from "./step.ts";
