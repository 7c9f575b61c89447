import { parseSync } from "oxc-parser";
import type { SourceFile } from "./source-file.ts";

/** A node of the syntax tree, as loosely as the rules need it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface Syntax {
  readonly program: SyntaxNode;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
}

export type Visit = (node: SyntaxNode, parent: SyntaxNode | undefined) => void;

/** Parses a file once, however many rules ask for it. */
export function parse(file: SourceFile): Syntax {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const { program, comments } = parseSync(file.path, file.text);
  const syntax: Syntax = { program: program as unknown as SyntaxNode, comments };
  parsed.set(file, syntax);
  return syntax;
}

/** Visits every node, parents before children. */
export function walk(node: SyntaxNode, visit: Visit, parent?: SyntaxNode): void {
  visit(node, parent);
  for (const key of Object.keys(node)) {
    for (const child of childrenOf(node[key])) walk(child, visit, node);
  }
}

/** The child node under this key, if it is one. */
export function childOf(node: SyntaxNode, key: string): SyntaxNode | undefined {
  return childrenOf(node[key])[0];
}

/** The dotted name of an expression, such as `Math.random`; undefined if it is not one. */
export function dottedName(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type !== "MemberExpression" || node["computed"] === true) return undefined;
  const object = dottedName(childOf(node, "object"));
  const property = childOf(node, "property");
  if (object === undefined || property?.type !== "Identifier") return undefined;
  return `${object}.${String(property["name"])}`;
}

// --- inside ---

const parsed = new WeakMap<SourceFile, Syntax>();

function childrenOf(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
