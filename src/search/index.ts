// Which run comes next, and nothing else: strategy.ts says what a strategy is, strategies/ holds
// those that follow a rule (random, fifo, PCT, exhaustive), guidance/ those that learn from what
// runs reached. It sees kernel/, world/ and subject/; it starts no process and writes no file.
// Start at strategy.ts.
export type { Strategy } from "./strategy.ts";
export { strategyNames } from "./strategy-names.ts";
