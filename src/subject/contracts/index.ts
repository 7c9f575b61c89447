// Promises that calls are held to: `check-names.ts` has every check by name, `contract-judges.ts`
// makes judges of contracts that call again with hostile inputs and watch the world, `checks/` has
// the inputs and judgements, `contracts-of-sinks.ts` makes contracts of what the source shows.
// Sees the kernel, the world and sinks. Start at contract-check.ts.
export { checksNamed } from "./check-names.ts";
export { contractJudges } from "./contract-judges.ts";
export { contractsOfSinks } from "./contracts-of-sinks.ts";
export { paramNames } from "./tracked-params.ts";
