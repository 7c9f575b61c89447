import { type Encoded, encodeLiteral } from "../../kernel/values/literal.ts";
import type { ObjectField, Shape } from "../../kernel/values/shape.ts";

/** A shape read off a JSON Schema, with the definitions that it names. */
export interface SchemaShapes {
  readonly shape: Shape;
  readonly definitions: Readonly<Record<string, Shape>>;
}

/** Reads a JSON Schema (draft 7 to 2020-12); what is not understood allows anything. */
export function jsonSchemaShape(schema: unknown): SchemaShapes {
  const root = table(schema);
  const definitions: Record<string, Shape> = {};
  const defined = { ...table(root["definitions"]), ...table(root["$defs"]) };
  for (const [name, inner] of Object.entries(defined)) definitions[name] = shapeOf(inner, 0);
  const shape = shapeOf(root, 0);
  definitions["#"] = shape;
  return { shape, definitions };
}

// --- inside ---

type Table = Readonly<Record<string, unknown>>;

/** Deeper than this a schema is taken for anything. */
const depthMax = 50;

const anything: Shape = { kind: "weak", why: "the schema allows anything" };

function shapeOf(schema: unknown, depth: number): Shape {
  if (schema === false) return { kind: "never" };
  if (schema === true || depth > depthMax) return anything;
  const all = table(schema);
  const { $ref: ref, const: constant, enum: values } = all;
  if (typeof ref === "string") return { kind: "ref", name: refName(ref) };
  if ("const" in all) return literal(constant);
  if (Array.isArray(values)) return union(values.map(literal));
  const options = all["anyOf"] ?? all["oneOf"];
  if (Array.isArray(options)) return union(options.map((option) => shapeOf(option, depth + 1)));
  if (Array.isArray(all["allOf"])) return shapeOf(intersection(all["allOf"], all), depth + 1);
  const { type } = all;
  if (Array.isArray(type)) return union(type.map((one) => typed(String(one), all, depth)));
  return typeof type === "string" ? typed(type, all, depth) : untyped(all, depth);
}

function untyped(all: Table, depth: number): Shape {
  if ("properties" in all || "additionalProperties" in all) return object(all, depth);
  return "items" in all || "prefixItems" in all ? array(all, depth) : anything;
}

function typed(type: string, all: Table, depth: number): Shape {
  switch (type) {
    case "string":
      return text(all);
    case "integer":
      return { ...number(all), isInteger: true };
    case "number":
      return number(all);
    case "boolean":
    case "null":
      return { kind: type };
    case "array":
      return array(all, depth);
    case "object":
      return object(all, depth);
    default:
      return anything;
  }
}

function text(all: Table): Shape {
  const { minLength, maxLength, pattern, format } = all;
  return {
    kind: "string",
    ...(typeof minLength === "number" ? { lengthMin: minLength } : {}),
    ...(typeof maxLength === "number" ? { lengthMax: maxLength } : {}),
    // A format says more than the long pattern that some libraries write for it.
    ...(typeof format === "string" ? { format } : typeof pattern === "string" ? { pattern } : {}),
  };
}

function number(all: Table): Extract<Shape, { kind: "number" }> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = all;
  const min = typeof exclusiveMinimum === "number" ? above(exclusiveMinimum) : minimum;
  const max = typeof exclusiveMaximum === "number" ? -above(-exclusiveMaximum) : maximum;
  return {
    kind: "number",
    // JSON has no NaN and no infinity, so a number of a schema always has bounds.
    min: typeof min === "number" ? min : -Number.MAX_VALUE,
    max: typeof max === "number" ? max : Number.MAX_VALUE,
    ...(typeof multipleOf === "number" && Number.isInteger(multipleOf) ? { isInteger: true } : {}),
  };
}

/** The next number, near enough: whole numbers by one, others by a little. */
function above(limit: number): number {
  if (Number.isInteger(limit)) return limit + Math.max(Math.abs(limit) * 1e-12, 1e-9);
  return limit + Math.max(Math.abs(limit) * Number.EPSILON, Number.MIN_VALUE);
}

function array(all: Table, depth: number): Shape {
  const { items, prefixItems, minItems, maxItems } = all;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  if (first !== undefined) {
    const rest = Array.isArray(items) ? all["additionalItems"] : items;
    const least = typeof minItems === "number" ? minItems : first.length;
    return {
      kind: "tuple",
      items: first.map((item, at) => ({
        shape: shapeOf(item, depth + 1),
        isOptional: at >= least,
      })),
      ...(rest === undefined || rest === false ? {} : { rest: shapeOf(rest, depth + 1) }),
    };
  }
  return {
    kind: "array",
    of: items === undefined ? anything : shapeOf(items, depth + 1),
    ...(typeof minItems === "number" ? { lengthMin: minItems } : {}),
    ...(typeof maxItems === "number" ? { lengthMax: maxItems } : {}),
  };
}

function object(all: Table, depth: number): Shape {
  const { additionalProperties, propertyNames } = all;
  const required = Array.isArray(all["required"]) ? all["required"] : [];
  const said = table(all["properties"]);
  // A field may be asked for and not described.
  const others = required.filter((key) => typeof key === "string" && !Object.hasOwn(said, key));
  const further = others.map((key) => [String(key), additionalProperties ?? true] as const);
  const fields = [...Object.entries(said), ...further].map(([key, inner]): ObjectField => {
    const isOptional = !required.includes(key);
    return { key, shape: shapeOf(inner, depth + 1), isOptional, isExact: true };
  });
  const hasRest = typeof additionalProperties === "object" && additionalProperties !== null;
  const rest = hasRest ? shapeOf(additionalProperties, depth + 1) : undefined;
  if (fields.length === 0 && rest !== undefined) {
    const key: Shape =
      propertyNames === undefined ? { kind: "string" } : shapeOf(propertyNames, depth + 1);
    return { kind: "record", key, value: rest };
  }
  return { kind: "object", fields, ...(rest === undefined ? {} : { rest }) };
}

/** Objects of an `allOf` are one object with all fields; of anything else the last one counts. */
function intersection(parts: readonly unknown[], all: Table): Table {
  const { allOf: _, ...own } = all;
  const tables = [...parts.map(table), own];
  const merged: Record<string, unknown> = Object.assign({}, ...tables) as Record<string, unknown>;
  const properties = tables.map((part) => table(part["properties"]));
  if (properties.some((part) => Object.keys(part).length > 0)) {
    merged["properties"] = Object.assign({}, ...properties);
    merged["required"] = tables.flatMap((part) =>
      Array.isArray(part["required"]) ? (part["required"] as unknown[]) : [],
    );
  }
  return merged;
}

function refName(ref: string): string {
  return ref === "#" ? "#" : decodeURIComponent(ref.slice(ref.lastIndexOf("/") + 1));
}

function union(of: readonly Shape[]): Shape {
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: "union", of };
}

function literal(value: unknown): Shape {
  const plain: Encoded | undefined = encodeLiteral(value);
  return plain === undefined ? anything : { kind: "literal", value: plain };
}

function table(value: unknown): Table {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  return isTable ? (value as Table) : {};
}
