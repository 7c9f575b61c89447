import type { Node, TSType } from "oxc-parser";
import { childNodes } from "../loader/declared-names.ts";
import { type FunctionNode, isFunction } from "./function-parts.ts";

/** Whether a caller gets what a function answers at once, or a promise of it. */
export type Answering = "at once" | "later";

/**
 * How a function answers, by its words, its declared type or what it returns; undefined where only
 * a call could tell. What is said is certain: a fault throws or rejects by it.
 */
export function howAnswered(node: Node): Answering | undefined {
  if (!isFunction(node)) return undefined;
  // What a generator answers is an iterator, also where that gives promises.
  if (node.generator) return "at once";
  if (node.async) return "later";
  const declared = node.returnType?.typeAnnotation;
  if (declared !== undefined) return ofType(declared);
  return returnedBy(node).every(isNoPromise) ? "at once" : undefined;
}

// --- inside ---

function ofType(type: TSType): Answering | undefined {
  switch (type.type) {
    case "TSUnionType":
      return type.types.every((part) => ofType(part) === "at once") ? "at once" : undefined;
    case "TSParenthesizedType":
      return ofType(type.typeAnnotation);
    case "TSTypeReference": {
      const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
      return /^Promise(?:Like)?$/u.test(name) ? "later" : undefined;
    }
    default:
      return plainTypes.has(type.type) ? "at once" : undefined;
  }
}

const plainTypes: ReadonlySet<string> = new Set([
  "TSVoidKeyword",
  "TSUndefinedKeyword",
  "TSNullKeyword",
  "TSNeverKeyword",
  "TSBooleanKeyword",
  "TSNumberKeyword",
  "TSStringKeyword",
  "TSBigIntKeyword",
  "TSSymbolKeyword",
  "TSLiteralType",
  "TSTemplateLiteralType",
  "TSArrayType",
  "TSTupleType",
  "TSTypePredicate",
]);

/** The expressions that a function returns; none where it returns nothing. */
function returnedBy({ body }: FunctionNode): readonly Node[] {
  if (body === null) return [];
  if (body.type !== "BlockStatement") return [body];
  const returned: Node[] = [];
  const pending: Node[] = [...body.body];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isFunction(next) || next.type === "ClassBody") continue;
    if (next.type === "ReturnStatement" && next.argument !== null) returned.push(next.argument);
    for (const child of childNodes(next)) pending.push(child);
  }
  return returned;
}

/** Whether an expression cannot give a promise, whatever its parts are. */
function isNoPromise(node: Node): boolean {
  switch (node.type) {
    case "ParenthesizedExpression":
      return isNoPromise(node.expression);
    case "ConditionalExpression":
      return isNoPromise(node.consequent) && isNoPromise(node.alternate);
    case "Identifier":
      return node.name === "undefined";
    default:
      return plainValues.has(node.type);
  }
}

const plainValues: ReadonlySet<string> = new Set([
  "Literal",
  "TemplateLiteral",
  "ArrayExpression",
  "BinaryExpression",
  "UnaryExpression",
  "UpdateExpression",
  "ArrowFunctionExpression",
  "FunctionExpression",
]);
