import { isVerb, type VerbTable } from "./verb-spec.ts";
import { verbTable } from "./verb-table.ts";

/** Whether a command line runs user code first of all. */
export function startsAhead([word = ""]: readonly string[]): boolean {
  const verbs: VerbTable = verbTable;
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  return verb !== undefined && isVerb(verb) && verb.startsAhead === true;
}
