import { Argument, type Command } from "commander";
import { configSchema } from "../../config/index.ts";
import { scenarioJsonSchema } from "../../subject/scenarios/index.ts";
import type { Io } from "../io.ts";

/** Adds `schema`: prints the JSON Schema of the configuration or of scenario files. */
export function addSchema(program: Command, io: Io): void {
  const of = new Argument("[file]", "which kind of file").choices(["config", "scenario"]);
  program
    .command("schema")
    .summary("print the JSON Schema of gauntlet.toml, or of scenario files")
    .addArgument(of.default("config"))
    .action((kind: "config" | "scenario") => {
      const schema = kind === "config" ? configSchema() : scenarioJsonSchema();
      io.out(`${JSON.stringify(schema, undefined, 2)}\n`);
    });
}
