import { rangeWords, tomlValue } from "./key-words.ts";
import { type SchemaKey, type SchemaNode, type SchemaTable, tablesOf } from "./schema-tables.ts";

/** `gauntlet.toml.example`: every section, and every key that stands for itself, commented out. */
export function exampleFile(written: SchemaNode): string {
  const tables = tablesOf(written);
  const names = new Set(tables.map(({ name }) => name));
  const shown = tables.filter((table) => table.name !== "" && isShown(table, tables));
  return `${[head, ...shown.map((table) => tableText(table, names))].join("\n\n")}\n`;
}

// --- inside ---

const head = `#:schema ./node_modules/gauntlet/schema/gauntlet.schema.json

# Copy this file to gauntlet.toml, beside package.json. Keys are shown with their default, or with
# an example where they have none: remove the \`#\` before a key to change it. Paths are relative to
# this file and stay inside the project. The same keys can be written in gauntlet.yaml or
# gauntlet.json.
# Keys that only make sense beside others are in the reference: docs/reference/config.md`;

const widthMax = 100;

/** A table inside of a key that has an example is shown by that example. */
function isShown({ name }: SchemaTable, tables: readonly SchemaTable[]): boolean {
  const parts = name.split(".");
  return parts.every((part, index) => {
    const outer = tables.find((table) => table.name === parts.slice(0, index).join("."));
    const key = outer?.keys.find((candidate) => candidate.name === part);
    return key !== undefined && (index === 0 || key.node.examples === undefined);
  });
}

function tableText(table: SchemaTable, names: ReadonlySet<string>): string {
  const { name, isList, about } = table;
  const keys = table.keys.filter(
    ({ name: key, node }) => node.examples !== undefined || !names.has(`${name}.${key}`),
  );
  const title = isList ? `#[[${name}]]` : `[${name}]`;
  // What asks for nothing may stand as it is; an entry of a list, or a part of one, may not.
  const mayStand = isList || table.keys.every((key) => !key.isRequired && !name.includes("."));
  return [
    [...comment(about), mayStand ? title : `#${title}`].join("\n"),
    ...keys.flatMap(keyText),
  ].join("\n\n");
}

function keyText({ name, isRequired, node }: SchemaKey): readonly string[] {
  const value = node.examples === undefined ? node.default : node.examples[0];
  if (value === undefined) return [];
  const notes = [
    ...(isRequired ? ["Required."] : []),
    `${node.description ?? ""}${valueWords(node)}`,
    ...(isRequired || node.default !== undefined || /absent/iu.test(node.description ?? "")
      ? []
      : ["Absent by default."]),
  ];
  return [[...comment(notes.join(" ")), `#${name} = ${tomlValue(value)}`].join("\n")];
}

/** What is allowed, where the sentence about a key does not say it. */
function valueWords(node: SchemaNode): string {
  if (node.enum !== undefined) {
    const values = node.enum.map((value) => JSON.stringify(value));
    return values.length > 8 ? "" : ` One of ${values.join(", ")}.`;
  }
  const range = rangeWords(node).replace(/^, /u, "");
  return range === "" ? "" : ` ${range.slice(0, 1).toUpperCase()}${range.slice(1)}.`;
}

function comment(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > widthMax) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
