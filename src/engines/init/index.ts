// Sets a project up: the config, chaos tests and a scenario to start from, a guide, a test for the
// project's own test runner, and where asked a workflow and a skill for coding agents. It runs
// nothing of the project: find-starters.ts reads what leaves the process, find-services.ts what
// answers requests, find-simple-call.ts what only reckons; starter-text.ts, service-text.ts and
// starter-scenario.ts write about it. What is written is planned as data (init-plan.ts) and then
// written whole or not at all (write-plan.ts). Start at init-plan.ts.
export { type InitPlan, type InitRequest, planInit } from "./init-plan.ts";
export { findSimpleCall } from "./find-simple-call.ts";
export { importEndings } from "./import-endings.ts";
export { ignoredFolder } from "./ignored-folder.ts";
export { routeFiles } from "./find-next.ts";
export { findServices } from "./find-services.ts";
export { findStarters } from "./find-starters.ts";
export type { StarterSubject } from "./starter-subject.ts";
export { type InitFile, refuseOutside, writePlan } from "./write-plan.ts";
export type { InstallStep } from "./workflow-text.ts";
