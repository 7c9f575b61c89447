import { readFileSync } from "node:fs";
import { configSchema } from "../../config/index.ts";
import { scenarioJsonSchema } from "../../subject/scenarios/index.ts";
import { endWithText } from "../finish-run.ts";
import type { VerbCall } from "../verb-call.ts";

/** `schema`: the JSON Schema of the configuration, of scenario files or of results. */
export function runSchema({ words: [kind], io }: VerbCall<"schema">): number {
  return endWithText(texts[kind](), io);
}

// --- inside ---

const texts = {
  config: () => `${JSON.stringify(configSchema(), undefined, 2)}\n`,
  scenario: () => `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`,
  // These are made of types, which are gone where this runs.
  report: () => readFileSync(new URL(reportSchema, import.meta.url), "utf8"),
  events: () => readFileSync(new URL(eventsSchema, import.meta.url), "utf8"),
};

const eventsSchema = "../../../schema/gauntlet-events.schema.json";
const reportSchema = "../../../schema/gauntlet-report.schema.json";
