import { type ConfigSection, configSections } from "../config-sections.ts";
import { describedSchema, jsonSchemaOf } from "../schema-of-sections.ts";
import { exampleFile } from "./example-file.ts";
import { referencePage } from "./reference-page.ts";
import type { SchemaNode } from "./schema-tables.ts";
import { tablesOf } from "./schema-tables.ts";
import { typeFile } from "./type-file.ts";

/** Files of this repository that are written from the shapes of the sections, by their path. */
export function configDocuments(
  page: string,
  sections: readonly ConfigSection[] = configSections,
): ReadonlyMap<string, string> {
  const written = describedSchema("input", sections);
  const read = describedSchema("output", sections);
  const defaults = { file: defaultsIn(read), tables: tableDefaults(read) };
  return new Map([
    ["schema/gauntlet.schema.json", `${JSON.stringify(jsonSchemaOf(sections), undefined, 2)}\n`],
    [pagePath, referencePage(page, written, read)],
    ["gauntlet.toml.example", exampleFile(written)],
    ["src/config/file-config.ts", typeFile(read, defaults)],
  ]);
}

/** The page of which only the tables are written. */
export const pagePath = "docs/reference/config.md";

// --- inside ---

/** What a table has where it says nothing; undefined where it must say something. */
function defaultsIn({ properties = {}, required = [] }: SchemaNode): Record<string, unknown> {
  const values = required.map((key) => [key, defaultOf(properties[key] ?? {})] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function defaultOf(node: SchemaNode): unknown {
  if (node.default !== undefined || node.properties === undefined) return node.default;
  return defaultsIn(node);
}

/** The defaults of tables that an absent config does not have. */
function tableDefaults(read: SchemaNode) {
  const tables = tablesOf(read);
  const of = (name: string, type: string) => {
    const { keys } = tables.find((table) => table.name === name) ?? { keys: [] };
    const properties = Object.fromEntries(keys.map((key) => [key.name, key.node]));
    const required = keys.filter((key) => key.isRequired).map((key) => key.name);
    const values = defaultsIn({ properties, required });
    const needed = required.filter((key) => !(key in values)).map((key) => JSON.stringify(key));
    return { type: `Omit<${type}, ${needed.join(" | ")}>`, values };
  };
  return { scanDefaults: of("scan", "FileScan"), agentDefaults: of("agent", "FileAgent") };
}
