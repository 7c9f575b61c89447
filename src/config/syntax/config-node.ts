/** A range of UTF-16 offsets in a config file's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value of a config file with the place where it was written. */
export type ConfigNode = ScalarNode | ListNode | MapNode;

/** A single value; dates become a symbol, because no key accepts one. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly span: Span;
  readonly value: unknown;
}

/** A list of values. */
export interface ListNode {
  readonly kind: "list";
  readonly span: Span;
  readonly items: readonly ConfigNode[];
}

/** A table of keys. */
export interface MapNode {
  readonly kind: "map";
  readonly span: Span;
  readonly entries: ReadonlyMap<string, ConfigEntry>;
}

/** One key of a table. */
export interface ConfigEntry {
  readonly keySpan: Span;
  readonly value: ConfigNode;
}

/** The way from the top of a config file to one value: keys and list indexes. */
export type ConfigPath = readonly (string | number)[];

/** Finds the value at a path, or nothing when the file does not have it. */
export function nodeAt(root: ConfigNode, path: ConfigPath): ConfigNode | undefined {
  let node: ConfigNode | undefined = root;
  for (const part of path) node = node === undefined ? undefined : childOf(node, part)?.value;
  return node;
}

/** Where a key or a value is written; for an absent one, where its nearest ancestor is. */
export function spanAt(root: ConfigNode, path: ConfigPath, part: "key" | "value"): Span {
  let node = root;
  let keySpan = root.span;
  for (const step of path) {
    const child = childOf(node, step);
    if (child === undefined) return node.span;
    node = child.value;
    keySpan = child.keySpan;
  }
  return part === "key" ? keySpan : node.span;
}

/** The plain data of a node; its tables have no prototype, so no key can reach one. */
export function dataOf(node: ConfigNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(dataOf);
  const table: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of node.entries) table[key] = dataOf(entry.value);
  return table;
}

// --- inside ---

function childOf(node: ConfigNode, part: string | number): ConfigEntry | undefined {
  if (node.kind === "map") return node.entries.get(String(part));
  if (node.kind !== "list" || typeof part !== "number") return undefined;
  const item = node.items[part];
  return item === undefined ? undefined : { keySpan: item.span, value: item };
}
