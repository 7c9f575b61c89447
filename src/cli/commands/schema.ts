import { readFileSync } from "node:fs";
import { Argument, type Command } from "commander";
import { configSchema } from "../../config/index.ts";
import { scenarioJsonSchema } from "../../subject/scenarios/index.ts";
import type { Io } from "../io.ts";

/** Adds `schema`: prints the JSON Schema of the configuration, of scenario files or of results. */
export function addSchema(program: Command, io: Io): void {
  const of = new Argument("[file]", "which kind of file").choices(["config", "scenario", "report"]);
  program
    .command("schema")
    .summary("print the JSON Schema of gauntlet.toml, of scenario files or of what --json prints")
    .addArgument(of.default("config"))
    .action((kind: keyof typeof texts) => io.out(texts[kind]()));
}

// --- inside ---

const texts = {
  config: () => `${JSON.stringify(configSchema(), undefined, 2)}\n`,
  scenario: () => `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`,
  // It is made of types, which are gone where this runs.
  report: () => readFileSync(new URL(reportSchema, import.meta.url), "utf8"),
};

const reportSchema = "../../../schema/gauntlet-report.schema.json";
