import { agentFlags } from "./flags/agent-flags.ts";
import { boundaryFlags } from "./flags/boundary-flags.ts";
import { commonFlags } from "./flags/common-flags.ts";
import { scenarioFlags } from "./flags/scenario-flags.ts";
import { searchFlags } from "./flags/search-flags.ts";

type AllFlags = typeof commonFlags &
  typeof searchFlags &
  typeof scenarioFlags &
  typeof boundaryFlags &
  typeof agentFlags;

/** Every flag, once. A verb that means something else by one says so in its own `changes`. */
export const flagTable: AllFlags = {
  ...commonFlags,
  ...searchFlags,
  ...scenarioFlags,
  ...boundaryFlags,
  ...agentFlags,
};

/** The name of a flag as an option: `allowHost`. */
export type FlagName = keyof AllFlags;

/** Flags that several verbs have together. */
export const flagGroups = {
  /** Of verbs that print nothing of their own. */
  location: { flags: ["config", "cwd"] },
  /** Of verbs that read no configuration. */
  file: { flags: ["cwd", "json"], accepts: ["config", "color"] },
  /** Of verbs whose text has no colours. */
  read: { flags: ["config", "cwd", "json"], accepts: ["color"] },
  place: { flags: ["config", "cwd", "json", "color"] },
  /** Of verbs that run something and are soon done. */
  result: { flags: ["report", "all", "config", "cwd", "json", "color"], accepts: ["quiet"] },
  /** Of verbs that run something and show progress. */
  progress: { flags: ["report", "events", "quiet", "all", "config", "cwd", "json", "color"] },
  campaign: { flags: ["seed", "runs", "time"] },
  record: { flags: ["record", "recordCollision"] },
  /** What a scenario may use, and what of it is real. */
  backends: {
    flags: [
      "timeout",
      "procBackend",
      "fsBackend",
      "httpBackend",
      "memLimitMb",
      "memFailAfter",
      "memFragmentationSeed",
      "memPressureWave",
      "failOnLeak",
      "leakBudget",
    ],
  },
  /** Of verbs that ask an agent. */
  talk: { flags: ["seed", "trials", "minScore"] },
} as const;
