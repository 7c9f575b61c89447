// Promises that calls are held to: `check-names.ts` has every check by name, `contract-judges.ts`
// makes judges of contracts that call again with hostile inputs and watch the world, `checks/` has
// the inputs and judgements, `contracts-of-sinks.ts` makes contracts of what the source shows.
// Sees the kernel, the world and sinks. Start at contract-check.ts.
export { checksNamed, contractChecks } from "./check-names.ts";
export { type ContractJudge, contractJudges, type ProbedCall } from "./contract-judges.ts";
export { checkOfSink, contractsOfSinks } from "./contracts-of-sinks.ts";
