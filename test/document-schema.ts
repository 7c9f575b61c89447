import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { schemaMismatch } from "../src/kernel/json-schema/schema-mismatch.ts";

/** The JSON Schema that ships, as its text. */
export const schemaText: string = readFileSync(
  fileURLToPath(new URL("../schema/gauntlet-report.schema.json", import.meta.url)),
  "utf8",
);

/** That of a line of events. */
export const eventsSchemaText: string = readFileSync(
  fileURLToPath(new URL("../schema/gauntlet-events.schema.json", import.meta.url)),
  "utf8",
);

/** What of a line of events the schema does not allow; undefined where nothing. */
export function lineMismatch(line: unknown): string | undefined {
  return schemaMismatch(line, JSON.parse(eventsSchemaText) as object);
}

/** The same as data. */
export const schema = JSON.parse(schemaText) as {
  readonly $defs: Readonly<Record<string, { readonly anyOf?: readonly object[] }>>;
};

/** What of a document that a verb printed the schema does not allow; undefined where nothing. */
export function documentMismatch(verb: string, document: unknown): string | undefined {
  const isError = typeof document === "object" && document !== null && "error" in document;
  const name = isError ? "ErrorDocument" : verb.replaceAll(" ", "-");
  const own = schema.$defs[name];
  if (own === undefined) return `the schema knows no document of \`${verb}\``;
  // One after the other, because `anyOf` would not say which field it is.
  const kinds = own.anyOf ?? [{ $ref: `#/$defs/${name}` }];
  const problems = kinds.map((kind) => schemaMismatch(document, { ...kind, $defs: schema.$defs }));
  if (!problems.includes(undefined)) return problems.join("; or ");
  return verb === "schema" ? undefined : schemaMismatch(document, schema);
}
