// Scenario files, checked and loaded but not run: it accepts exactly what `test` would run, because
// it reads and loads files in the same way. It sees subject/scenarios and the workers of search/.
// Start at validate-scenarios.ts.
export {
  type ScenarioToValidate,
  type ValidatedFile,
  validateScenarios,
} from "./validate-scenarios.ts";
