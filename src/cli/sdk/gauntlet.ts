import { stream } from "./stream.ts";
import type { Gauntlet, GauntletOptions } from "./verb-call.ts";
import { verbArguments } from "./verb-arguments.ts";
import { type Verb, verbTable } from "./verb-table.ts";

/**
 * The command line as functions, each of which gives the JSON document of its verb. A failing run
 * is a document too; only what could not be run at all rejects.
 */
export function gauntlet(options: GauntletOptions = {}): Gauntlet {
  const made: Group = {
    stream: (argv: readonly string[]) => stream(argv, options),
  };
  for (const verb of Object.keys(verbTable) as Verb[]) {
    const call = async (...given: readonly unknown[]): Promise<object> => {
      const argv = verbArguments(verb, given, options.config);
      const { runVerb } = await import("./run-verb.ts");
      return runVerb(argv, options);
    };
    place(call, verb.split(" "), made);
  }
  return made as unknown as Gauntlet;
}

// --- inside ---

/** Verbs by their names, and groups of verbs below theirs. */
type Group = { [name: string]: unknown };

/** Puts a verb where its words lead: `agent contract run` is `agent.contract.run`. */
function place(call: object, [first = "", ...rest]: readonly string[], group: Group): void {
  if (rest.length === 0) group[first] = call;
  else place(call, rest, (group[first] ??= {}) as Group);
}
