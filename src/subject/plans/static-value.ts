import type TS from "typescript6";
import { ts } from "./compiler.ts";

/** A value that the text of an expression says by itself. */
export interface StaticValue {
  readonly value: unknown;
}

/**
 * Works out an expression without running it: literals, and names of constants where a checker can
 * follow them. Undefined for everything else.
 */
export function staticValue(
  node: TS.Expression,
  checker: TS.TypeChecker | undefined,
  depth = 0,
): StaticValue | undefined {
  if (depth > depthMax) return undefined;
  const inner = (one: TS.Expression): StaticValue | undefined =>
    staticValue(one, checker, depth + 1);
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node)) {
    return inner(node.expression);
  }
  // Any other assertion may say what is not so.
  if (ts.isAsExpression(node)) {
    return node.type.getText() === "const" ? inner(node.expression) : undefined;
  }
  if (ts.isArrayLiteralExpression(node)) return staticArray(node, inner);
  if (ts.isObjectLiteralExpression(node)) return staticObject(node, inner);
  if (ts.isPrefixUnaryExpression(node)) return staticUnary(node, inner);
  if (ts.isBinaryExpression(node)) return staticSum(node, inner);
  if (ts.isTemplateExpression(node)) return staticTemplate(node, inner);
  if (ts.isNewExpression(node)) return staticNew(node, inner);
  if (ts.isIdentifier(node)) return staticName(node, checker, inner);
  if (ts.isPropertyAccessExpression(node)) {
    const constant = checker?.getConstantValue(node);
    return constant === undefined ? undefined : { value: constant };
  }
  return staticLiteral(node);
}

// --- inside ---

type Inner = (node: TS.Expression) => StaticValue | undefined;

const depthMax = 30;

function staticLiteral(node: TS.Expression): StaticValue | undefined {
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (ts.isBigIntLiteral(node)) return { value: BigInt(node.text.slice(0, -1)) };
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { value: false };
    case ts.SyntaxKind.NullKeyword:
      return { value: null };
    default:
      return undefined;
  }
}

function staticArray(node: TS.ArrayLiteralExpression, inner: Inner): StaticValue | undefined {
  const list: unknown[] = [];
  for (const element of node.elements) {
    if (ts.isOmittedExpression(element)) return undefined;
    const found = inner(ts.isSpreadElement(element) ? element.expression : element);
    if (found === undefined) return undefined;
    if (!ts.isSpreadElement(element)) list.push(found.value);
    else if (Array.isArray(found.value)) list.push(...(found.value as unknown[]));
    else return undefined;
  }
  return { value: list };
}

function staticObject(node: TS.ObjectLiteralExpression, inner: Inner): StaticValue | undefined {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const found = inner(property.expression)?.value;
      if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
      entries.push(...Object.entries(found));
      continue;
    }
    const key = property.name && staticKey(property.name);
    const isShort = ts.isShorthandPropertyAssignment(property);
    if (key === undefined || (!isShort && !ts.isPropertyAssignment(property))) return undefined;
    const found = inner(isShort ? property.name : property.initializer);
    // Written like this, `__proto__` sets the prototype.
    if (found === undefined || key === "__proto__") return undefined;
    entries.push([key, found.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function staticKey(name: TS.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  return ts.isNumericLiteral(name) ? String(Number(name.text)) : undefined;
}

function staticUnary(node: TS.PrefixUnaryExpression, inner: Inner): StaticValue | undefined {
  const found = inner(node.operand);
  if (found === undefined) return undefined;
  const { value } = found;
  if (node.operator === ts.SyntaxKind.ExclamationToken) return { value: value === false };
  if (node.operator !== ts.SyntaxKind.MinusToken) return undefined;
  if (typeof value === "number" || typeof value === "bigint") return { value: -value };
  return undefined;
}

function staticSum(node: TS.BinaryExpression, inner: Inner): StaticValue | undefined {
  if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = inner(node.left)?.value;
  const right = inner(node.right)?.value;
  if (typeof left === "string" && typeof right === "string") return { value: left + right };
  return undefined;
}

function staticTemplate(node: TS.TemplateExpression, inner: Inner): StaticValue | undefined {
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const value = inner(expression)?.value;
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    text += String(value) + literal.text;
  }
  return { value: text };
}

/** Objects that their arguments say everything about. */
function staticNew(node: TS.NewExpression, inner: Inner): StaticValue | undefined {
  const [first, second] = node.arguments ?? [];
  if (second !== undefined || !ts.isIdentifier(node.expression)) return undefined;
  const given = first === undefined ? { value: [] as unknown[] } : inner(first);
  if (given === undefined) return undefined;
  const { value } = given;
  switch (node.expression.text) {
    case "Date":
      // A text without a zone would mean another time on another machine.
      if (typeof value === "number" || (typeof value === "string" && value.endsWith("Z"))) {
        return { value: new Date(value) };
      }
      return undefined;
    case "Set":
      return Array.isArray(value) ? { value: new Set(value) } : undefined;
    case "Map":
      return isPairs(value) ? { value: new Map(value) } : undefined;
    case "Uint8Array":
      return isNumbers(value) ? { value: new Uint8Array(value) } : undefined;
    default:
      return undefined;
  }
}

function isPairs(value: unknown): value is [unknown, unknown][] {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2);
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === "number");
}

function staticName(
  node: TS.Identifier,
  checker: TS.TypeChecker | undefined,
  inner: Inner,
): StaticValue | undefined {
  if (node.text === "undefined") return { value: undefined };
  if (node.text === "NaN") return { value: Number.NaN };
  if (node.text === "Infinity") return { value: Number.POSITIVE_INFINITY };
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker?.getShorthandAssignmentValueSymbol(node.parent)
    : checker?.getSymbolAtLocation(node);
  const declared = symbol?.valueDeclaration;
  if (declared === undefined || !ts.isVariableDeclaration(declared)) return undefined;
  const isConst = (declared.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConst && declared.initializer !== undefined ? inner(declared.initializer) : undefined;
}
