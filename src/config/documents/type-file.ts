import { type SchemaNode, type SchemaTable, tablesOf } from "./schema-tables.ts";

/**
 * The file with the types of what a config says, in its own spelling, and with its defaults:
 * `src/config/file-config.ts`. In `read`, the schema of what is read, what has a default is there.
 */
export function typeFile(read: SchemaNode, defaults: FileDefaults): string {
  const interfaces = new Map<string, string>();
  for (const table of tablesOf(read)) {
    const name = typeNames[table.name] ?? typeName(table.name);
    const text = interfaceOf(name, table);
    // Where the same table stands in several places, it is one type.
    if (!interfaces.has(name)) interfaces.set(name, text);
  }
  return [
    "// Written by `npm run generate` from the shapes of `config-sections.ts`; do not edit it.",
    ...interfaces.values(),
    ...namedTypes(read),
    constant("fileDefaults", "FileConfig", defaults.file),
    ...Object.entries(defaults.tables).map(([name, { type, values }]) =>
      constant(name, type, values),
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

/** What a config has where it says nothing, and what a table has. */
export interface FileDefaults {
  readonly file: unknown;
  readonly tables: Readonly<Record<string, { readonly type: string; readonly values: unknown }>>;
}

// --- inside ---

const widthMax = 100;

/** Types that are not called by the last part of the name of their table. */
const typeNames: Readonly<Record<string, string>> = {
  "": "FileConfig",
  tests: "FileTest",
  objects: "FileObject",
  "objects.scenarios": "FileScenario",
  contracts: "FileContract",
  "agent.tools": "FileTool",
  "agent.peers": "FilePeer",
  "agent.invariants": "FileInvariant",
  "agent.chaos.tool_faults": "FileToolFault",
  "agent.chaos.llm_faults": "FileLlmFault",
  "agent.chaos.context_attacks": "FileContextAttack",
  "agent.chaos.profiles": "FileFaults",
  "agent.chaos.profiles.tool_faults": "FileToolFault",
  "agent.chaos.profiles.llm_faults": "FileLlmFault",
  "agent.chaos.profiles.context_attacks": "FileContextAttack",
  "agent.contract": "FileAgentContract",
  "agent.contract.invariants": "FileInvariant",
  "agent.contract.chaos_matrix": "FileAgentScenario",
  "agent.contract.chaos_matrix.tool_faults": "FileToolFault",
  "agent.contract.chaos_matrix.llm_faults": "FileLlmFault",
  "agent.contract.chaos_matrix.context_attacks": "FileContextAttack",
  "agent.replays.sources": "FileReplaySource",
  "agent.replays.sources.filter": "FileReplayFilter",
};

function typeName(table: string): string {
  const words = (table.split(".").at(-1) ?? "").split("_");
  return `File${words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join("")}`;
}

function interfaceOf(name: string, table: SchemaTable): string {
  const lines = table.keys.flatMap(({ name: key, node, isRequired }) => [
    ...(node.description === undefined ? [] : commentOf(node.description)),
    keyLine(key, typeOf(node, table.name === "" ? key : `${table.name}.${key}`), isRequired),
  ]);
  const title =
    table.name === "" ? "What a config file says, in its own spelling." : titleOf(table);
  return [`/** ${title} */`, `export interface ${name} {`, ...lines, "}"].join("\n");
}

function titleOf({ name, isList }: SchemaTable): string {
  return isList ? `One entry of \`[[${name}]]\` as written.` : `\`[${name}]\` as written.`;
}

function commentOf(text: string): readonly string[] {
  const line = `  /** ${text} */`;
  if (line.length <= widthMax) return [line];
  const words = text.split(" ");
  const lines = [""];
  for (const word of words) {
    const last = lines.at(-1) ?? "";
    if (`   * ${last} ${word}`.length > widthMax) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return ["  /**", ...lines.map((part) => `   * ${part}`), "   */"];
}

function keyLine(key: string, type: string, isRequired: boolean): string {
  const name = isRequired ? `  readonly ${key}:` : `  readonly ${key}?:`;
  const full = isRequired || type === "unknown" ? type : `${type} | undefined`;
  const line = `${name} ${full};`;
  if (line.length <= widthMax || !full.includes(" | ")) return line;
  const list = /^readonly \((?<items>.*)\)\[\]$/u.exec(full)?.groups?.["items"];
  const parts = (list ?? full).split(" | ");
  return list === undefined
    ? [name, ...parts.map((part) => `    | ${part}`)].join("\n").concat(";")
    : [`${name} readonly (`, ...parts.map((part) => `    | ${part}`), "  )[];"].join("\n");
}

/** The type of a value; a table has a type of its own, by its place. */
function typeOf(node: SchemaNode, path: string): string {
  if (node.properties !== undefined) return typeNames[path] ?? typeName(path);
  if (node.named !== undefined) return node.named;
  if (node.enum !== undefined) return unionOf(node.enum);
  if (node.anyOf !== undefined) {
    return [...new Set(node.anyOf.map((kind) => typeOf(kind, path)))].join(" | ");
  }
  switch (node.type) {
    case "integer":
    case "number":
      return "number";
    case "array":
      return listType(typeOf(node.items ?? {}, path));
    case "object":
      return recordType(node, path);
    case "string":
    case "boolean":
      return node.type;
    default:
      return "unknown";
  }
}

function listType(item: string): string {
  return item.includes(" | ") ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function recordType({ propertyNames, additionalProperties }: SchemaNode, path: string): string {
  const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, path) : "";
  if (propertyNames?.enum === undefined) return `Readonly<Record<string, ${value}>>`;
  return `Readonly<Partial<Record<${typeOf(propertyNames, path)}, ${value}>>>`;
}

/** Types that have a name of their own, because they stand in several places. */
function namedTypes(read: SchemaNode): readonly string[] {
  const types = new Map<string, string>();
  const visit = (node: SchemaNode): void => {
    const { named, items, propertyNames, additionalProperties: value } = node;
    if (named !== undefined) {
      types.set(named, `/** One of these names. */\n${namedUnion(named, node.enum ?? [])}`);
    }
    for (const below of [items, propertyNames, typeof value === "object" ? value : undefined]) {
      if (below !== undefined) visit(below);
    }
    for (const below of [...Object.values(node.properties ?? {}), ...(node.anyOf ?? [])]) {
      visit(below);
    }
  };
  visit(read);
  return [...types.values()];
}

function namedUnion(name: string, values: readonly unknown[]): string {
  const line = `export type ${name} = ${unionOf(values)};`;
  if (line.length <= widthMax) return line;
  const lines = values.map((value) => `  | ${JSON.stringify(value)}`);
  return `export type ${name} =\n${lines.join("\n")};`;
}

function unionOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function constant(name: string, type: string, values: unknown): string {
  const about =
    name === "fileDefaults" ? "a project without a config file" : "a table that is empty";
  return `/** What ${about} has. */\nexport const ${name}: ${type} = ${literal(values, "")};`;
}

function literal(value: unknown, indent: string): string {
  if (typeof value === "number") return value.toLocaleString("en").replaceAll(",", "_");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, `${indent}  `))
    : Object.entries(value).map(([key, item]) => {
        const line = `${indent}  ${key}: ${listLine(item)},`;
        const isShort = Array.isArray(item) && line.length <= widthMax;
        return `${key}: ${isShort ? listLine(item) : literal(item, `${indent}  `)}`;
      });
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}${close}`;
}

/** A list as one line, as the formatter has it where there is room. */
function listLine(list: unknown): string {
  return Array.isArray(list) ? `[${list.map((item) => literal(item, "")).join(", ")}]` : "";
}
