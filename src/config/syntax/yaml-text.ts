import type * as yamlModule from "yaml";
import type { Document, Node, Pair, YAMLError, YAMLMap, YAMLSeq } from "yaml";
import { lineColumn, printable, quote } from "./code-frame.ts";
import type { ConfigEntry, ConfigNode, Span } from "./config-node.ts";
import { dataOf } from "./config-node.ts";
import type { ConfigProblem, ParsedText, TextKind } from "../config-problem.ts";
import { configKind, duplicateKey, tooDeep, unparsed } from "../config-problem.ts";

type Yaml = typeof yamlModule;

/** Parses YAML 1.2, with limits on nesting, on size in tokens and on what aliases expand to. */
export async function parseYamlText(
  text: string,
  kind: TextKind = configKind,
): Promise<ParsedText> {
  const yaml = await import("yaml");
  const excess = findExcess(yaml, text, kind);
  if (excess !== undefined) return unparsed([excess]);
  const document = yaml.parseDocument(text, {
    // Our own check below is linear; the library's compares every two keys of a table.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    resolveKnownTags: false,
    // Not "silent": that would also hide that a second document follows.
    logLevel: "error",
  });
  // Only the first: what follows a broken line is mostly broken by it.
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) return unparsed([syntaxProblem(fault)]);
  const reading: Reading = {
    yaml,
    document,
    text,
    kind,
    problems: [],
    aliasesLeft: aliasesMax,
    nodesLeft: nodesMax,
  };
  const root = readRoot(reading);
  if (reading.problems.length > 0) return unparsed(reading.problems);
  return { data: dataOf(root), problems: [], nodes: () => Promise.resolve(root) };
}

// --- inside ---

const stackPerLevel = 4; // the library's token stack holds at most three tokens a level
const tokensMax = 100_000; // keeps the slowest text of a megabyte near one second
const aliasesMax = 100; // each costs a walk of the document, again each time it is reached
const nodesMax = 100_000; // what aliases may expand to

interface Reading {
  readonly yaml: Yaml;
  readonly document: Document.Parsed;
  readonly text: string;
  readonly kind: TextKind;
  readonly problems: ConfigProblem[];
  aliasesLeft: number;
  nodesLeft: number;
}

// Where the library speaks of its own options, we speak of the file.
const rewordings: ReadonlyMap<string, string> = new Map([
  ["NON_STRING_KEY", "a key is a list, a table or an alias, and only words are keys here"],
  ["MULTIPLE_DOCS", "a second YAML document begins here, and a file is one document"],
]);

class StopReading extends Error {}

// The library composes by recursion, and a text of 10,000 brackets does not merely throw there: it
// aborts the process. Its lexer and token parser are loops, so they measure the depth first.
function findExcess(yaml: Yaml, text: string, kind: TextKind): ConfigProblem | undefined {
  const stackMax = stackPerLevel * kind.depthMax;
  const parser = new yaml.Parser();
  let tokensCount = 0;
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    tokensCount += 1;
    const at = { start: parser.offset, end: parser.offset + 1 };
    if (parser.stack.length > stackMax) return tooDeep(at, kind);
    if (tokensCount > tokensMax) {
      const limit = tokensMax.toLocaleString("en-US");
      return { code: "C013", what: `the ${kind.noun} has more than ${limit} tokens`, at };
    }
  }
  return undefined;
}

function syntaxProblem(fault: YAMLError): ConfigProblem {
  const [start, end] = fault.pos;
  const reworded = rewordings.get(fault.code);
  if (reworded !== undefined) return { code: "C004", what: reworded, at: { start, end } };
  const because = (fault.message.split("\n")[0] ?? "").replace(/[.:]$/u, "");
  return { code: "C004", what: `this is not YAML: ${printable(because)}`, at: { start, end } };
}

function readRoot(reading: Reading): ConfigNode {
  const empty: ConfigNode = { kind: "map", span: { start: 0, end: 0 }, entries: new Map() };
  const { contents } = reading.document;
  if (contents === null || (reading.yaml.isScalar(contents) && contents.value === null))
    return empty;
  try {
    return readNode(reading, contents, { depth: 0 });
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    return empty;
  }
}

// `aliasSpan` is where the user wrote `*name`: what an alias stands for is shown at the alias.
interface NodePosition {
  readonly depth: number;
  readonly aliasSpan?: Span | undefined;
}

function readNode(reading: Reading, node: Node, place: NodePosition): ConfigNode {
  const { yaml } = reading;
  const span = place.aliasSpan ?? spanOf(node);
  reading.nodesLeft -= 1;
  if (reading.nodesLeft < 0) stop(reading, aliasExcess(nodesMax, { unit: "values", at: span }));
  if (place.depth > reading.kind.depthMax) stop(reading, tooDeep(span, reading.kind));
  if (yaml.isAlias(node)) {
    reading.aliasesLeft -= 1;
    if (reading.aliasesLeft < 0)
      stop(reading, aliasExcess(aliasesMax, { unit: "aliases", at: span }));
    const target = node.resolve(reading.document);
    if (target === undefined) return stop(reading, unknownAlias(node.source, span));
    return readNode(reading, target, { depth: place.depth + 1, aliasSpan: span });
  }
  if (yaml.isMap(node)) return readMap(reading, node, place);
  if (yaml.isSeq(node)) return readList(reading, node, place);
  return { kind: "scalar", span, value: yaml.isScalar(node) ? node.value : null };
}

function readList(reading: Reading, list: YAMLSeq, { depth, aliasSpan }: NodePosition): ConfigNode {
  const items = list.items.map((item) =>
    readNode(reading, item as Node, { depth: depth + 1, aliasSpan }),
  );
  return { kind: "list", span: aliasSpan ?? spanOf(list), items };
}

function readMap(reading: Reading, map: YAMLMap, { depth, aliasSpan }: NodePosition): ConfigNode {
  const entries = new Map<string, ConfigEntry>();
  for (const pair of map.items as Pair<Node, Node | null>[]) {
    const { key: keyNode, value: valueNode } = pair;
    const keySpan = aliasSpan ?? spanOf(keyNode);
    const key = reading.yaml.isScalar(keyNode) ? String(keyNode.value) : "";
    const before = entries.get(key);
    if (before !== undefined) {
      const { line } = lineColumn(reading.text, before.keySpan.start);
      reading.problems.push(duplicateKey(quote(key), { at: keySpan, firstLine: line }));
    }
    const value: ConfigNode =
      valueNode === null
        ? { kind: "scalar", span: keySpan, value: null }
        : readNode(reading, valueNode, { depth: depth + 1, aliasSpan });
    entries.set(key, { keySpan, value });
  }
  return { kind: "map", span: aliasSpan ?? spanOf(map), entries };
}

function spanOf(node: Node): Span {
  const range = node.range ?? [0, 0, 0];
  return { start: range[0], end: range[1] };
}

function stop(reading: Reading, problem: ConfigProblem): never {
  reading.problems.push(problem);
  throw new StopReading();
}

function aliasExcess(limit: number, { unit, at }: { unit: string; at: Span }): ConfigProblem {
  const count = limit.toLocaleString("en-US");
  return { code: "C013", what: `the aliases lead to more than ${count} ${unit}`, at };
}

function unknownAlias(name: string, at: Span): ConfigProblem {
  return { code: "C004", what: `the alias ${quote(`*${name}`)} has no anchor before it`, at };
}
