import { literalCode } from "../../kernel/values/literal-code.ts";
import type { Encoded } from "../../kernel/values/literal.ts";
import type {
  NumberShape,
  ObjectShape,
  Shape,
  StringShape,
  TupleShape,
} from "../../kernel/values/shape.ts";

/**
 * The expression that tells whether `value` has a shape, or nothing where a few lines of code
 * cannot tell: a class of the user's, a schema, a shape that contains itself.
 */
export function shapeCheck(shape: Shape, value: string): string | undefined {
  return check(shape, value, 0);
}

// --- inside ---

/** Deeper than this, nobody reads the check. */
const depthMax = 6;

function check(shape: Shape, value: string, depth: number): string | undefined {
  if (depth > depthMax) return undefined;
  switch (shape.kind) {
    case "boolean":
    case "bigint":
    case "symbol":
    case "undefined":
      return `typeof ${value} === "${shape.kind}"`;
    case "null":
      return `${value} === null`;
    case "void":
    case "weak":
      return "true";
    case "never":
      return "false";
    case "number":
      return numberCheck(shape, value);
    case "string":
      return stringCheck(shape, value);
    case "literal":
      return literalCheck(shape.value, value);
    case "union":
      return anyOf(shape.of.map((option) => check(option, value, depth + 1)));
    case "function":
      return `typeof ${value} === "function"`;
    default:
      return objectLikeCheck(shape, value, depth);
  }
}

function numberCheck({ isInteger, min, max }: NumberShape, value: string): string | undefined {
  return allOf([
    isInteger === true ? `Number.isInteger(${value})` : `typeof ${value} === "number"`,
    ...(min === undefined ? [] : [`${value} >= ${min}`]),
    ...(max === undefined ? [] : [`${value} <= ${max}`]),
  ]);
}

function stringCheck(shape: StringShape, value: string): string | undefined {
  const { lengthMin, lengthMax, pattern, format } = shape;
  if (pattern !== undefined || format !== undefined) return undefined;
  return allOf([
    `typeof ${value} === "string"`,
    ...(lengthMin === undefined ? [] : [`${value}.length >= ${lengthMin}`]),
    ...(lengthMax === undefined ? [] : [`${value}.length <= ${lengthMax}`]),
  ]);
}

function literalCheck(encoded: Encoded, value: string): string | undefined {
  const isAtom = typeof encoded !== "object" || encoded === null || "$bigint" in encoded;
  return isAtom ? `${value} === ${literalCode(encoded)}` : undefined;
}

function objectLikeCheck(shape: Shape, value: string, depth: number): string | undefined {
  switch (shape.kind) {
    case "array":
      return allOf([
        `Array.isArray(${value})`,
        ...(shape.lengthMin === undefined ? [] : [`${value}.length >= ${shape.lengthMin}`]),
        ...(shape.lengthMax === undefined ? [] : [`${value}.length <= ${shape.lengthMax}`]),
        everyCheck(shape.of, value, depth),
      ]);
    case "tuple":
      return tupleCheck(shape, value, depth);
    case "object":
      return fieldsCheck(shape, value, depth);
    case "record":
      return allOf([
        `typeof ${value} === "object" && ${value} !== null`,
        everyCheck(shape.value, `Object.values(${value})`, depth),
      ]);
    case "map":
      return allOf([
        `${value} instanceof Map`,
        everyCheck(shape.key, `[...${value}.keys()]`, depth),
        everyCheck(shape.value, `[...${value}.values()]`, depth),
      ]);
    case "set":
      return allOf([`${value} instanceof Set`, everyCheck(shape.of, `[...${value}]`, depth)]);
    case "bytes":
      return `${value} instanceof ${shape.type}`;
    case "builtin":
      return `${value} instanceof ${shape.name}`;
    default:
      return undefined;
  }
}

function everyCheck(shape: Shape, list: string, depth: number): string | undefined {
  const item = depth === 0 ? "item" : `item${depth}`;
  const fits = check(shape, item, depth + 1);
  return fits === undefined || fits === "true" ? fits : `${list}.every((${item}) => ${fits})`;
}

function tupleCheck({ items, rest }: TupleShape, value: string, depth: number): string | undefined {
  if (rest !== undefined || items.some(({ isOptional }) => isOptional)) return undefined;
  const parts = items.map(({ shape }, index) => check(shape, `${value}[${index}]`, depth + 1));
  return allOf([`Array.isArray(${value})`, `${value}.length === ${items.length}`, ...parts]);
}

function fieldsCheck(shape: ObjectShape, value: string, depth: number): string | undefined {
  const { fields, rest } = shape;
  if (rest !== undefined && rest.kind !== "weak") return undefined;
  const isObject = `typeof ${value} === "object" && ${value} !== null`;
  const parts = fields.map(({ key, shape: own, isOptional }) => {
    const member = /^[A-Za-z_$][\w$]*$/.test(key)
      ? `${value}.${key}`
      : `${value}[${literalCode(key)}]`;
    const fits = check(own, member, depth + 1);
    return isOptional && fits !== undefined ? anyOf([`${member} === undefined`, fits]) : fits;
  });
  return allOf([isObject, ...parts]);
}

function allOf(parts: readonly (string | undefined)[]): string | undefined {
  if (parts.includes(undefined)) return undefined;
  const needed = parts.filter((part) => part !== "true");
  return needed.length === 0 ? "true" : needed.join(" && ");
}

function anyOf(parts: readonly (string | undefined)[]): string | undefined {
  if (parts.includes(undefined)) return undefined;
  if (parts.includes("true")) return "true";
  return parts.length === 1 ? parts[0] : `(${parts.join(" || ")})`;
}
