// Scenario files, run as they are written: each once, in a process of its own or one that is left
// over, with what fails shown again. Listing, filtering and settings are the command line's; what a
// scenario may hold is subject/scenarios. Start at run-scenarios.ts.
export { runScenarios } from "./run-scenarios.ts";
export type { ScenarioJob, TestOptions } from "./test-options.ts";
