// Sets a project up: the config, a chaos test to start from, a guide, and where asked a workflow
// and a skill for coding agents. It runs nothing of the project; what it writes is planned as data
// (init-plan.ts) and then written whole or not at all (write-plan.ts). Start at init-plan.ts.
export { type InitPlan, type InitRequest, planInit } from "./init-plan.ts";
export type { StarterSeam } from "./starter-test.ts";
export { type InitFile, refuseOutside, writePlan } from "./write-plan.ts";
