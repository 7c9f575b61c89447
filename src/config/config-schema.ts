import { configSections } from "./config-sections.ts";
import { jsonSchemaOf } from "./schema-of-sections.ts";

/** The JSON Schema (draft 7) of a config file, for editors and for `gauntlet schema`. */
export function configSchema(): object {
  return jsonSchemaOf(configSections);
}
