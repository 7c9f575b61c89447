import type { Command } from "commander";
import { configSchema } from "../../subject/config/index.ts";
import type { Io } from "../io.ts";

/** Adds `schema`: prints the JSON Schema of the configuration. */
export function addSchema(program: Command, io: Io): void {
  program
    .command("schema")
    .summary("print the JSON Schema of gauntlet.toml")
    .action(() => io.out(`${JSON.stringify(configSchema(), undefined, 2)}\n`));
}
