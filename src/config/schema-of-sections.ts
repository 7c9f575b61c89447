import { createRequire } from "node:module";
import type * as zod from "zod";
import { type ConfigSection, configSections } from "./config-sections.ts";
import type { SchemaNode } from "./documents/schema-tables.ts";
import { buildFileSchema } from "./file-schema.ts";

/** The JSON Schema (draft 7) of a config file that may have these sections. */
export function jsonSchemaOf(sections: readonly ConfigSection[]): object {
  const { z, schema } = schemaOf(sections);
  return z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      // For the reference page and the types only.
      delete jsonSchema["named"];
      delete jsonSchema["kind"];
      delete jsonSchema["more"];
    },
  });
}

/** The schema with all that is said of it: of what is written, or of what is read from it. */
export function describedSchema(
  io: "input" | "output",
  sections: readonly ConfigSection[] = configSections,
): SchemaNode {
  const { z, schema } = schemaOf(sections);
  return z.toJSONSchema(schema, { io }) as SchemaNode;
}

// --- inside ---

function schemaOf(sections: readonly ConfigSection[]) {
  // Loaded here and not at the top, because importing gauntlet must stay light; `require`, because
  // the answer is wanted at once.
  const { z } = createRequire(import.meta.url)("zod") as typeof zod;
  const any = (): undefined => undefined;
  const rules = { output: any, tests: any, file: any, files: any, target: any, place: any };
  return { z, schema: buildFileSchema(z, rules, { sections, has: () => true }).schema };
}
