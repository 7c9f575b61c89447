import type { AST } from "toml-eslint-parser";
import { printable } from "./code-frame.ts";
import type { ConfigEntry, ConfigNode, MapNode, Span } from "./config-node.ts";
import type { ParsedText } from "../config-problem.ts";
import { configKind, tooDeep, unparsed } from "../config-problem.ts";

// Two parsers on purpose: smol-toml is twenty times faster but keeps no positions, so the second
// one is loaded only when a message has to point at something.

/** Parses TOML; the places of its keys are found only when they are asked for. */
export async function parseTomlText(text: string): Promise<ParsedText> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    const data = parse(text, { integersAsBigInt: "asNeeded", maxDepth: configKind.depthMax });
    return { data, problems: [], nodes: () => tomlNodes(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return unparsed([syntaxProblem(text, error)]);
  }
}

// --- inside ---

interface TomlSyntaxError {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

function syntaxProblem(text: string, error: TomlSyntaxError): ParsedText["problems"][number] {
  const at = spanOfToken(text, offsetOf(text, error));
  const because = (error.message.split("\n")[0] ?? "").replace("Invalid TOML document: ", "");
  if (because.includes("excessively nested")) return tooDeep(at);
  if (because.includes("redefine")) {
    const what = "a key or table is written twice";
    return { code: "C005", what, at, help: "keep one of the two" };
  }
  return { code: "C004", what: `this is not TOML: ${printable(because)}`, at };
}

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let lineStart = 0;
  for (let passed = 1; passed < line; passed += 1) lineStart = text.indexOf("\n", lineStart) + 1;
  return lineStart + column - 1;
}

function spanOfToken(text: string, start: number): Span {
  const token = /^[^\s[\]{}=,#]+/u.exec(text.slice(start, start + 200));
  return { start, end: start + (token?.[0].length ?? 1) };
}

async function tomlNodes(text: string): Promise<ConfigNode | undefined> {
  const { parseTOML } = await import("toml-eslint-parser");
  try {
    return nodesOf(parseTOML(text, { tomlVersion: "latest" }));
  } catch {
    // It overflows its stack on strings of a megabyte and may differ from smol-toml on a newer
    // syntax. The file is still named; only the line is lost.
    return undefined;
  }
}

interface MutableMap extends MapNode {
  readonly entries: Map<string, ConfigEntry>;
}

interface KeyPart {
  readonly key: string;
  readonly span: Span;
}

function nodesOf(program: AST.TOMLProgram): ConfigNode {
  const root = newMap({ start: 0, end: 0 });
  for (const item of program.body[0].body) {
    if (item.type === "TOMLKeyValue") addKeyValue(root, item);
    else {
      const table = openTable(root, item);
      for (const keyValue of item.body) addKeyValue(table, keyValue);
    }
  }
  return root;
}

function addKeyValue(table: MutableMap, { key, value }: AST.TOMLKeyValue): void {
  const parts = keyParts(key);
  const last = parts.at(-1);
  if (last === undefined) return;
  const parent = parts.slice(0, -1).reduce(descend, table);
  parent.entries.set(last.key, { keySpan: last.span, value: valueNode(value) });
}

// In `[[tests]]` the last name opens a new item; before it, a name of a list means its last item.
function openTable(root: MutableMap, table: AST.TOMLTable): MutableMap {
  const parts = keyParts(table.key);
  const last = parts.at(-1);
  if (table.kind !== "array" || last === undefined) return parts.reduce(descend, root);
  const parent = parts.slice(0, -1).reduce(descend, root);
  const opened = newMap(spanOf(table.key));
  const before = parent.entries.get(last.key)?.value;
  const items = before?.kind === "list" ? (before.items as ConfigNode[]) : [];
  items.push(opened);
  if (items.length === 1) {
    parent.entries.set(last.key, {
      keySpan: last.span,
      value: { kind: "list", span: last.span, items },
    });
  }
  return opened;
}

function descend(table: MutableMap, { key, span }: KeyPart): MutableMap {
  const before = table.entries.get(key)?.value;
  const inner = before?.kind === "list" ? before.items.at(-1) : before;
  if (inner?.kind === "map") return inner as MutableMap;
  const opened = newMap(span);
  table.entries.set(key, { keySpan: span, value: opened });
  return opened;
}

function valueNode(node: AST.TOMLContentNode): ConfigNode {
  const span = spanOf(node);
  if (node.type === "TOMLValue") return { kind: "scalar", span, value: node.value };
  if (node.type === "TOMLArray") {
    return { kind: "list", span, items: node.elements.map(valueNode) };
  }
  const table = newMap(span);
  for (const keyValue of node.body) addKeyValue(table, keyValue);
  return table;
}

function keyParts(key: AST.TOMLKey): readonly KeyPart[] {
  return key.keys.map((part) => ({
    key: part.type === "TOMLBare" ? part.name : part.value,
    span: spanOf(part),
  }));
}

function spanOf(node: { readonly range: readonly [number, number] }): Span {
  return { start: node.range[0], end: node.range[1] };
}

function newMap(span: Span): MutableMap {
  return { kind: "map", span, entries: new Map() };
}
