import type { Node } from "oxc-parser";
import { childNodes } from "../loader/declared-names.ts";

/** A node that is a function of any kind. */
export type FunctionNode = Node & {
  type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression";
};

/** Where the parts of a function are in its text. */
export interface FunctionParts {
  /** The words `async` and `*` in the head. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
  /** The opening parenthesis. */
  readonly paramsStart: number;
  /** Just after the closing parenthesis. */
  readonly paramsEnd: number;
}

/** Narrows a node to a function. */
export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

/**
 * Finds the parts of a function that is not an arrow. `holder` is the node whose text begins with
 * the head: the function itself, or the method or property it is the value of.
 */
export function partsOf(node: FunctionNode, holder: Node, code: string): FunctionParts {
  const bodyStart = node.body?.start ?? node.end;
  const isMethod = holder !== node;
  const headEnd = isMethod && "key" in holder ? holder.key.start : (node.id?.start ?? undefined);
  const [first] = node.params;
  const last = node.params.at(-1);
  const searchFrom = isMethod ? node.start : (node.id?.end ?? node.start);
  const paramsStart = indexIn(code, "(", { start: searchFrom, end: first?.start ?? bodyStart });
  const afterParams = last?.end ?? paramsStart;
  const paramsEnd = indexIn(code, ")", { start: afterParams, end: bodyStart }) + 1;
  const head = { start: holder.start, end: headEnd ?? paramsStart };
  return { marks: marksIn(code, head), paramsStart, paramsEnd };
}

/** Whether the body of a function uses `arguments` or `super` as its own. */
export function ownWords(node: FunctionNode): { usesArguments: boolean; usesSuper: boolean } {
  const found = { usesArguments: false, usesSuper: false };
  const pending: Node[] = [...node.params, ...(node.body === null ? [] : [node.body])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type === "Identifier" && next.name === "arguments") found.usesArguments = true;
    if (next.type === "Super") found.usesSuper = true;
    if (next.type === "FunctionDeclaration" || next.type === "FunctionExpression") continue;
    if (next.type === "ClassBody") continue;
    for (const child of childNodes(next)) pending.push(child);
  }
  return found;
}

// --- inside ---

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text of a range in which comments are spaces; no strings occur in the ranges asked for. */
function withoutComments(code: string, { start, end }: Range): string {
  return code
    .slice(start, end)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
}

function indexIn(code: string, sign: string, range: Range): number {
  const at = withoutComments(code, range).indexOf(sign);
  if (at === -1) throw new Error(`a function has no \`${sign}\` where one must be`);
  return range.start + at;
}

function marksIn(code: string, head: Range): Range[] {
  const text = withoutComments(code, head);
  return [...text.matchAll(/\basync\b|\*/g)].map(({ index, 0: word }) => ({
    start: head.start + index,
    end: head.start + index + word.length,
  }));
}
