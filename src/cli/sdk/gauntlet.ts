import { stream } from "./stream.ts";
import type { Gauntlet, GauntletOptions } from "./verb-call.ts";
import { verbArguments } from "./verb-arguments.ts";
import { type Verb, verbTable } from "./verb-table.ts";

/**
 * The command line as functions, each of which gives the JSON document of its verb. A failing run
 * is a document too; only what could not be run at all rejects.
 */
export function gauntlet(options: GauntletOptions = {}): Gauntlet {
  const made: Record<string, unknown> = {
    stream: (argv: readonly string[]) => stream(argv, options),
  };
  for (const verb of Object.keys(verbTable) as Verb[]) {
    const [first = "", inner] = verb.split(" ");
    const call = async (...given: readonly unknown[]): Promise<object> => {
      const argv = verbArguments(verb, given, options.config);
      const { runVerb } = await import("./run-verb.ts");
      return runVerb(argv, options);
    };
    if (inner === undefined) made[first] = call;
    else made[first] = { ...(made[first] as object | undefined), [inner]: call };
  }
  return made as unknown as Gauntlet;
}
