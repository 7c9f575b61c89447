import type { z } from "zod";
import { type ConfigSection, configSections } from "./config-sections.ts";
import { type SchemaNode, tablesOf } from "./documents/schema-tables.ts";
import type { FileConfig } from "./file-config.ts";
import type { PathRules, Zod } from "./schema-values.ts";

/** The one schema of all three syntaxes, with the names that each section knows. */
export interface FileSchema {
  readonly schema: z.ZodType<FileConfig>;
  /** The known keys by table; the empty name is the top of the file. */
  readonly keys: () => ReadonlyMap<string, readonly string[]>;
}

/** What a schema is built of. */
export interface SchemaParts {
  readonly sections?: readonly ConfigSection[];
  /** Which sections a file has: an optional one that it leaves out is not built. */
  readonly has: (section: string) => boolean;
}

/** Builds the schema; zod comes as an argument, because it is loaded only when a config is. */
export function buildFileSchema(
  zod: Zod,
  rules: PathRules,
  { sections = configSections, has }: SchemaParts,
): FileSchema {
  const built = sections.map(
    (section) => [section.name, sectionOf(section, { zod, rules, has })] as const,
  );
  const schema = zod
    .strictObject({ $schema: schemaKey(zod), ...Object.fromEntries(built) })
    .describe("Configuration of Gauntlet: gauntlet.toml, gauntlet.yaml or gauntlet.json.");
  return {
    // A test sees that the generated types are those of the shapes.
    schema: schema as unknown as z.ZodType<FileConfig>,
    keys: () => keysOf(zod, schema),
  };
}

/** The names that each table of a schema knows, by its place; the empty name is the top. */
export function keysOf(zod: Zod, schema: z.ZodType): ReadonlyMap<string, readonly string[]> {
  // Only what is needed to list names is asked for: a section that is not there is `undefined`.
  const root = zod.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return new Map(
    tablesOf(root as SchemaNode).map(({ name, keys }) => [name, keys.map((key) => key.name)]),
  );
}

// --- inside ---

interface Building {
  readonly zod: Zod;
  readonly rules: PathRules;
  readonly has: SchemaParts["has"];
}

function schemaKey(zod: Zod) {
  return zod
    .string("must be the address of a schema")
    .max(1000, "must be at most 1000 characters long")
    .optional()
    .describe("Where an editor finds this schema. For editors only; it changes no run.");
}

function sectionOf(section: ConfigSection, { zod, rules, has }: Building): z.ZodType {
  const { name, form, about, check } = section;
  if (form === "optional" && !has(name)) return zod.undefined().optional().describe(about);
  const must = form === "list" ? "must be a table" : "must be one table";
  const table = zod
    .strictObject(section.shape(zod, rules), must)
    .check((checked) => check?.(checked as never, rules));
  switch (form) {
    case "table":
      // Every key of these has a default of its own.
      return table.prefault(() => ({})).describe(about);
    case "optional":
      return table.optional().describe(about);
    case "list":
      return zod
        .array(table, "must be a list of tables")
        .max(1000, "must have at most 1000 entries")
        .default([])
        .describe(about);
  }
}
