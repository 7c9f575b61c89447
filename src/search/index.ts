// Which run comes next, and the process that runs them: explore-runs.ts follows a strategy,
// shrink-runs.ts follows the shrinker, record-run.ts follows a list. worker-main.ts is the program
// of the child process, subject-worker.ts its other end, protocol.ts what they say to each other.
// strategies/strategy.ts says what a strategy is, campaign/hunt.ts runs a campaign over processes.
// Start at protocol.ts.
export { proveSuspect } from "./prove-suspect.ts";
export { recordFresh } from "./record-fresh.ts";
export { SubjectWorker } from "./subject-worker.ts";
