import { lineColumn, quote } from "./code-frame.ts";
import type { ConfigEntry, ConfigNode, Span } from "./config-node.ts";
import { dataOf } from "./config-node.ts";
import type { ConfigProblem, ParsedText, TextKind } from "../config-problem.ts";
import { configKind, duplicateKey, tooDeep, unparsed } from "../config-problem.ts";

// Not `JSON.parse`: on Node 20 most of its errors carry no position, it keeps the last of two equal
// keys without a word, and its values have no places. Not the YAML parser: it accepts much more.

/** Parses strict JSON, keeping the place of every key and value. */
export function parseJsonText(text: string, kind: TextKind = configKind): ParsedText {
  const reading: Reading = { text, kind, at: 0, problems: [] };
  try {
    const root = readValue(reading, 0);
    skipSpace(reading);
    if (reading.at < text.length) fail(reading, "the end of the file");
    if (reading.problems.length > 0) return unparsed(reading.problems);
    return { data: dataOf(root), problems: [], nodes: () => Promise.resolve(root) };
  } catch (error) {
    if (error instanceof JsonStop) return unparsed([...reading.problems, error.problem]);
    throw error;
  }
}

// --- inside ---

interface Reading {
  readonly text: string;
  readonly kind: TextKind;
  readonly problems: ConfigProblem[];
  at: number;
}

class JsonStop extends Error {
  readonly problem: ConfigProblem;

  constructor(problem: ConfigProblem) {
    super(problem.what);
    this.problem = problem;
  }
}

function readValue(reading: Reading, depth: number): ConfigNode {
  skipSpace(reading);
  const start = reading.at;
  if (depth > reading.kind.depthMax) {
    throw new JsonStop(tooDeep({ start, end: start + 1 }, reading.kind));
  }
  const first = reading.text[start];
  if (first === "{") return readMap(reading, depth);
  if (first === "[") return readList(reading, depth);
  const value = first === '"' ? readString(reading) : readWord(reading);
  return { kind: "scalar", span: { start, end: reading.at }, value };
}

function readMap(reading: Reading, depth: number): ConfigNode {
  const start = reading.at;
  const entries = new Map<string, ConfigEntry>();
  readItems(reading, "}", () => {
    const keyStart = reading.at;
    if (reading.text[keyStart] !== '"') fail(reading, "a key in double quotes");
    const key = readString(reading);
    const keySpan = { start: keyStart, end: reading.at };
    skipSpace(reading);
    if (reading.text[reading.at] !== ":") fail(reading, "`:` after the key");
    reading.at += 1;
    const before = entries.get(key);
    if (before !== undefined) {
      const { line } = lineColumn(reading.text, before.keySpan.start);
      reading.problems.push(duplicateKey(quote(key), { at: keySpan, firstLine: line }));
    }
    entries.set(key, { keySpan, value: readValue(reading, depth + 1) });
  });
  return { kind: "map", span: { start, end: reading.at }, entries };
}

function readList(reading: Reading, depth: number): ConfigNode {
  const start = reading.at;
  const items: ConfigNode[] = [];
  readItems(reading, "]", () => items.push(readValue(reading, depth + 1)));
  return { kind: "list", span: { start, end: reading.at }, items };
}

function readItems(reading: Reading, close: "]" | "}", readItem: () => void): void {
  reading.at += 1;
  skipSpace(reading);
  let isFirst = true;
  while (reading.text[reading.at] !== close) {
    if (!isFirst) {
      if (reading.text[reading.at] !== ",") fail(reading, `\`,\` or \`${close}\``);
      reading.at += 1;
      skipSpace(reading);
      if (reading.text[reading.at] === close) fail(reading, "another item after the comma");
    }
    readItem();
    skipSpace(reading);
    isFirst = false;
  }
  reading.at += 1;
}

function readString(reading: Reading): string {
  const { text, at: start } = reading;
  let end = start + 1;
  while (end < text.length && text[end] !== '"' && text[end] !== "\n") {
    end += text[end] === "\\" ? 2 : 1;
  }
  const literal = text.slice(start, end + 1);
  reading.at = Math.min(end + 1, text.length);
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new JsonStop({
      code: "C004",
      what: "this is not JSON: the string is not closed or has an escape that JSON does not have",
      at: { start, end: Math.min(end + 1, text.length) },
    });
  }
}

function readWord(reading: Reading): unknown {
  const { text, at } = reading;
  wordPattern.lastIndex = at;
  const word = wordPattern.exec(text)?.[0] ?? "";
  if (!valuePattern.test(word)) return fail(reading, "a value");
  reading.at = at + word.length;
  return JSON.parse(word) as unknown;
}

const withComments = {
  config: "TOML and YAML do",
  contract: "TOML and YAML do",
  scenario: "YAML does",
  session: "YAML does",
} as const;
const wordPattern = /[\w.+-]+/y;
const valuePattern = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/u;
const spacePattern = /[ \t\r\n]*/y;

function skipSpace(reading: Reading): void {
  spacePattern.lastIndex = reading.at;
  reading.at += spacePattern.exec(reading.text)?.[0].length ?? 0;
}

function fail(reading: Reading, expected: string): never {
  const { text, at } = reading;
  wordPattern.lastIndex = at;
  const found = wordPattern.exec(text)?.[0] ?? text.slice(at, at + 1);
  const span: Span = { start: at, end: at + Math.max(1, found.length) };
  const isComment = found.startsWith("#") || /^\/[/*]/u.test(text.slice(at, at + 2));
  throw new JsonStop({
    code: "C004",
    what: `this is not JSON: expected ${expected}, got ${found === "" ? "the end" : quote(found)}`,
    at: span,
    note: isComment ? `JSON has no comments; ${withComments[reading.kind.noun]}` : undefined,
  });
}
