import { type CommandTable, isVerb } from "../verb-spec.ts";
import { commandTable } from "../verb-table.ts";
import { stream } from "./stream.ts";
import type { Gauntlet, GauntletOptions } from "./verb-call.ts";
import { verbArguments } from "./verb-arguments.ts";

/**
 * The command line as functions, each of which gives the JSON document of its verb. A failing run
 * is a document too; only what could not be run at all rejects.
 */
export function gauntlet(options: GauntletOptions = {}): Gauntlet {
  const methods = methodsOf(commandTable, options);
  return { ...methods, stream: (argv) => stream(argv, options) } as Gauntlet;
}

/** The verbs of a table as functions, by their words; `MethodsOf` is the type of it. */
export function methodsOf(table: CommandTable, options: GauntletOptions): object {
  const made: Group = {};
  for (const [verb, spec] of Object.entries(table.verbs)) {
    if (!isVerb(spec) || spec.document === undefined) continue;
    const call = async (...given: readonly unknown[]): Promise<object> => {
      const argv = verbArguments(verb, given, { table, config: options.config });
      const { runVerb } = await import("./run-verb.ts");
      return runVerb(argv, options);
    };
    place(call, verb.split(" "), made);
  }
  return made;
}

// --- inside ---

/** Verbs by their names, and groups of verbs below theirs. */
type Group = { [name: string]: unknown };

/** Puts a verb where its words lead: `agent contract run` is `agent.contract.run`. */
function place(call: object, [first = "", ...rest]: readonly string[], group: Group): void {
  if (rest.length === 0) group[first] = call;
  else place(call, rest, (group[first] ??= {}) as Group);
}
