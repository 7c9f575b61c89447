import { flagGroups, flagTable } from "./flag-table.ts";
import type { CommandTable } from "./verb-spec.ts";
import { agentVerbs } from "./verbs/agent-verbs.ts";
import { boundaryVerbs } from "./verbs/boundary-verbs.ts";
import { scenarioVerbs } from "./verbs/scenario-verbs.ts";
import { searchVerbs } from "./verbs/search-verbs.ts";
import { setupVerbs } from "./verbs/setup-verbs.ts";
import { storeVerbs } from "./verbs/store-verbs.ts";
import { traceVerbs } from "./verbs/trace-verbs.ts";

type AllVerbs = typeof setupVerbs &
  typeof searchVerbs &
  typeof scenarioVerbs &
  typeof boundaryVerbs &
  typeof traceVerbs &
  typeof agentVerbs &
  typeof storeVerbs;

/**
 * Every verb, in the order of the help. The command line, `--help`, completion, the SDK with its
 * types and the tables of docs/reference/cli.md are made of this. It is data: the code of a verb is
 * loaded when it is run.
 */
export const verbTable: AllVerbs = {
  ...setupVerbs,
  ...searchVerbs,
  ...scenarioVerbs,
  ...boundaryVerbs,
  ...traceVerbs,
  ...agentVerbs,
  ...storeVerbs,
};

/** All tables. Where one of their entries is not as verb-spec.ts says, this does not compile. */
export const commandTable: CommandTable = {
  verbs: verbTable,
  flags: flagTable,
  groups: flagGroups,
};

/** The verbs of a table: `explore`, `trace verify`; without words that only lead to others. */
export type VerbsIn<Verbs> = {
  [Name in keyof Verbs]: Verbs[Name] extends { readonly load: unknown } ? Name : never;
}[keyof Verbs] &
  string;
