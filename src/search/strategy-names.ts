/** The strategies there are, the default first. */
export const strategyNames = ["random", "fifo", "pct", "dfs"] as const;

/** What a strategy is called on the command line, in configuration and in messages. */
export type StrategyName = (typeof strategyNames)[number];
