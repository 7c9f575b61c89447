import { kindWords, tomlValue } from "./key-words.ts";
import { type SchemaKey, type SchemaNode, tablesOf } from "./schema-tables.ts";

/**
 * The reference page with the tables of its keys written anew. Each table stands between
 * `<!-- keys of NAME -->` and `<!-- end -->`; all other text is the page's own.
 */
export function referencePage(page: string, written: SchemaNode, read: SchemaNode): string {
  const always = new Set(
    tablesOf(read).flatMap(({ name, keys }) =>
      keys.filter((key) => key.isRequired).map((key) => `${name}.${key.name}`),
    ),
  );
  const tables = new Map(tablesOf(written).map((table) => [table.name, table]));
  return page.replaceAll(blocks, (_, name: string) => {
    const table = tables.get(name);
    const rows =
      table === undefined
        ? []
        : table.keys.map((key) => row(key, always.has(`${name}.${key.name}`)));
    return [`<!-- keys of ${name} -->`, "", ...head, ...rows, "", "<!-- end -->"].join("\n");
  });
}

/** The tables that a page has room for. */
export function tablesOnPage(page: string): readonly string[] {
  return [...page.matchAll(blocks)].map((block) => block[1] ?? "");
}

// --- inside ---

const blocks = /<!-- keys of (?<name>[\w.]+) -->[\s\S]*?<!-- end -->/gu;

const head = ["| key | type | default | meaning |", "|---|---|---|---|"];

function row({ name, isRequired, node }: SchemaKey, isAlways: boolean): string {
  const meaning = [node.description, node.more].filter((text) => text !== undefined).join(" ");
  const cells = [
    `\`${name}\``,
    kindWords(node),
    isRequired ? "required" : defaultOf(node, isAlways),
    meaning,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function defaultOf(node: SchemaNode, isAlways: boolean): string {
  if (node.default !== undefined) return `\`${tomlValue(node.default)}\``;
  // A table that is always there has the defaults of its own keys.
  return isAlways ? "`{}`" : "absent";
}
