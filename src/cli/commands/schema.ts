import { configSchema } from "../../config/index.ts";
import { scenarioJsonSchema } from "../../subject/scenarios/index.ts";
import { exitCodes } from "../io.ts";
import type { VerbCall } from "../verb-call.ts";

/** `schema`: the JSON Schema of the configuration or of scenario files. */
export function runSchema({ words: [kind], io }: VerbCall<"schema">): number {
  const schema = kind === "config" ? configSchema() : scenarioJsonSchema();
  io.out(`${JSON.stringify(schema, undefined, 2)}\n`);
  return exitCodes.held;
}
