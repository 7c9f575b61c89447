import type { Node } from "oxc-parser";
import { walkNodes } from "../../subject/loader/declared-names.ts";
import type { BodyField } from "./starter-service.ts";

/** The fields that a handler reads off the body of a request; `around` is where types may stand. */
export function bodyFields(handler: Node, around: readonly Node[]): readonly BodyField[] {
  const names = new Set<string>();
  const holders = new Set<string>();
  for (const node of walkNodes(handler)) {
    if (node.type === "VariableDeclarator" && isBody(node.init)) {
      if (node.id.type === "Identifier") holders.add(node.id.name);
      for (const name of keysOf(node.id)) names.add(name);
    }
    if (node.type !== "MemberExpression" || node.computed) continue;
    const { object, property } = node;
    const isHeld = object.type === "Identifier" && holders.has(object.name);
    if ((isHeld || isBody(object)) && property.type === "Identifier") names.add(property.name);
  }
  const hints = [handler, ...around].flatMap((node) => [...walkNodes(node)]);
  return [...names]
    .filter((name) => !methods.has(name))
    .slice(0, fieldsMax)
    .map((name) => ({ name, type: typeOf(name, hints) }));
}

// --- inside ---

const fieldsMax = 12;
/** What is asked of the request or of a promise, and is no field of it. */
const methods: ReadonlySet<string> = new Set(["then", "catch", "length", "toString", "map"]);

/** `req.body`, `await c.req.json()`, `schema.parse(req.body)`, also with a type asserted. */
function isBody(node: Node | null | undefined): boolean {
  switch (node?.type) {
    case "AwaitExpression":
      return isBody(node.argument);
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
    case "TSSatisfiesExpression":
      return isBody(node.expression);
    case "LogicalExpression":
      return isBody(node.left);
    case "MemberExpression":
      return nameOf(node.property) === "body" && !node.computed;
    case "CallExpression": {
      const { callee } = node;
      const isJson = callee.type === "MemberExpression" && nameOf(callee.property) === "json";
      return (isJson && node.arguments.length === 0) || node.arguments.some(isBody);
    }
    default:
      return false;
  }
}

function keysOf(pattern: Node): readonly string[] {
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property) =>
    property.type === "Property" && !property.computed ? nameOf(property.key) : [],
  );
}

function typeOf(name: string, hints: readonly Node[]): BodyField["type"] {
  for (const node of hints) {
    const found = declaredType(name, node) ?? checkedType(name, node) ?? schemaType(name, node);
    if (found !== undefined) return found;
  }
  if (numberNames.test(name)) return "number";
  return /^(?:is|has)[A-Z]|^(?:done|active|enabled|completed)$/u.test(name) ? "boolean" : "string";
}

const numberNames = new RegExp(
  "(?:cents|amount|count|quantity|qty|price|total|age|seats?|size|limit|number|stock|score|" +
    "units?)$",
  "iu",
);

/** `{ cents: number }` in a type. */
function declaredType(name: string, node: Node): BodyField["type"] | undefined {
  if (node.type !== "TSPropertySignature" || nameOf(node.key) !== name) return undefined;
  const type = node.typeAnnotation?.typeAnnotation;
  if (type?.type === "TSArrayType") return "strings";
  return words.get(type?.type ?? "");
}

const words: ReadonlyMap<string, BodyField["type"]> = new Map([
  ["TSNumberKeyword", "number"],
  ["TSStringKeyword", "string"],
  ["TSBooleanKeyword", "boolean"],
]);

/** `typeof cents !== "number"`, `Number.isInteger(body.cents)`, `Array.isArray(tags)`. */
function checkedType(name: string, node: Node): BodyField["type"] | undefined {
  if (node.type === "BinaryExpression" && node.left.type === "UnaryExpression") {
    const { left, right } = node;
    if (left.operator !== "typeof" || lastName(left.argument) !== name) return undefined;
    const word = right.type === "Literal" ? right.value : undefined;
    return word === "number" || word === "string" || word === "boolean" ? word : undefined;
  }
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const [argument] = node.arguments;
  if (argument === undefined || lastName(argument) !== name) return undefined;
  const asked = `${lastName(node.callee.object)}.${lastName(node.callee)}`;
  if (asked === "Array.isArray") return "strings";
  return asked.startsWith("Number.is") ? "number" : undefined;
}

/** `cents: z.number().int()`, `cents: { type: "integer" }`. */
function schemaType(name: string, node: Node): BodyField["type"] | undefined {
  if (node.type !== "Property" || nameOf(node.key) !== name) return undefined;
  for (const inner of walkNodes(node.value)) {
    const word =
      inner.type === "MemberExpression"
        ? nameOf(inner.property)
        : inner.type === "Literal" && typeof inner.value === "string"
          ? inner.value
          : "";
    if (/^(?:number|int|integer)$/u.test(word)) return "number";
    if (word === "array") return "strings";
    if (word === "string" || word === "boolean") return word;
  }
  return undefined;
}

function lastName(node: Node): string {
  return node.type === "MemberExpression" ? nameOf(node.property) : nameOf(node);
}

function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}
