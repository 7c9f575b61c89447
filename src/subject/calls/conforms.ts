import { decodeLiteral, encodeLiteral } from "../../kernel/values/literal.ts";
import type { Shape, TupleShape } from "../../kernel/values/shape.ts";
import { type ObjectLike, isBinary, isBuiltin, isInstance, isKeyed } from "./conforms-class.ts";
import { isNumberOf } from "./number-arbitrary.ts";
import { shapeText, templateExpression, valueKind } from "./shape-text.ts";
import { isTextOf } from "./text-arbitrary.ts";

/** Where a value is not what was declared. */
export interface Contradiction {
  /** From the value: `.lines[].total`; "" for the value itself. */
  readonly path: string;
  /** `is a string, declared number`. */
  readonly problem: string;
}

/** What names in shapes stand for. */
export interface Definitions {
  readonly definitions: Readonly<Record<string, Shape>>;
}

/**
 * Says where a value contradicts a shape; undefined where it does not, or where that cannot be
 * told. Only what a reader of the types would call a lie is a contradiction: further fields, NaN
 * and what nobody can see are fine. It never throws, whatever the value is.
 */
export function conforms(
  value: unknown,
  shape: Shape,
  { definitions }: Definitions,
): Contradiction | undefined {
  const check = new Check(definitions);
  try {
    return check.look(value, shape, { path: "", depth: 0 });
  } catch {
    return undefined; // a proxy or a getter that throws: nothing can be said about it
  }
}

/** A contradiction in words: `.total is a string, declared number`. */
export function contradictionText({ path, problem }: Contradiction): string {
  return path === "" ? `it ${problem}` : `${path} ${problem}`;
}

// --- inside ---

/** So many parts of a value are looked at, and so deep. */
const looksMax = 5_000;
const depthMax = 24;

interface Spot {
  readonly path: string;
  readonly depth: number;
}

class Check {
  readonly #definitions: Definitions["definitions"];
  #looks = 0;

  constructor(definitions: Definitions["definitions"]) {
    this.#definitions = definitions;
  }

  look(value: unknown, shape: Shape, spot: Spot): Contradiction | undefined {
    this.#looks += 1;
    if (this.#looks > looksMax || spot.depth > depthMax) return undefined;
    switch (shape.kind) {
      case "weak":
      case "blocked":
      case "void":
        return undefined;
      case "ref": {
        const named = Object.hasOwn(this.#definitions, shape.name)
          ? this.#definitions[shape.name]
          : undefined;
        return named === undefined ? undefined : this.look(value, named, below(spot, ""));
      }
      case "schema":
        return this.look(value, shape.or, spot);
      case "union":
        if (shape.isOpen === true && isBare(value)) return undefined;
        return this.#union(value, shape.of, spot);
      case "array":
        return this.#array(value, shape, spot);
      case "tuple":
        return this.#tuple(value, shape, spot);
      case "object":
      case "record":
        return this.#fields(value, shape, spot);
      case "map":
      case "set":
        return this.#collection(value, shape, spot);
      default:
        return isOf(value, shape) ? undefined : this.#not(value, shape, spot);
    }
  }

  #not(value: unknown, shape: Shape, { path }: Spot): Contradiction {
    const is = value === undefined && path !== "" ? "is missing" : `is ${valueKind(value)}`;
    return { path, problem: `${is}, declared ${shapeText(shape)}` };
  }

  #union(value: unknown, of: readonly Shape[], spot: Spot): Contradiction | undefined {
    const found: Contradiction[] = [];
    for (const option of of) {
      const contradiction = this.look(value, option, spot);
      if (contradiction === undefined) return undefined;
      found.push(contradiction);
    }
    // One option that fits but for something inside says more than that none of them does.
    const deeper = found.filter(({ path }) => path !== spot.path);
    const [only] = deeper;
    return deeper.length === 1 ? only : this.#not(value, { kind: "union", of }, spot);
  }

  #array(
    value: unknown,
    shape: Extract<Shape, { kind: "array" }>,
    spot: Spot,
  ): Contradiction | undefined {
    if (!Array.isArray(value)) return this.#not(value, shape, spot);
    const { lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY } = shape;
    if (value.length < lengthMin || value.length > lengthMax) return this.#not(value, shape, spot);
    const inside = below(spot, "[]");
    for (let at = 0; at < value.length && this.#looks <= looksMax; at++) {
      if (!(at in value)) continue; // a hole is nothing that anybody has put there
      const contradiction = this.look(value[at], shape.of, inside);
      if (contradiction !== undefined) return contradiction;
    }
    return undefined;
  }

  #tuple(value: unknown, shape: TupleShape, spot: Spot): Contradiction | undefined {
    const needed = shape.items.filter(({ isOptional }) => !isOptional).length;
    if (!Array.isArray(value) || value.length < needed) return this.#not(value, shape, spot);
    // `[]` is the list that is empty: an overload for it is not the one for others.
    if (isEmptyTuple(shape) && value.length > 0) return this.#not(value, shape, spot);
    for (const [at, { shape: inner, isOptional }] of shape.items.entries()) {
      if (isOptional && value[at] === undefined) continue;
      const contradiction = this.look(value[at], inner, below(spot, `[${at}]`));
      if (contradiction !== undefined) return contradiction;
    }
    const { rest } = shape;
    const more = value.slice(shape.items.length);
    if (rest === undefined) return undefined;
    return this.#array(more, { kind: "array", of: rest }, spot);
  }

  #fields(
    value: unknown,
    shape: Extract<Shape, { kind: "object" | "record" }>,
    spot: Spot,
  ): Contradiction | undefined {
    if (value === null || value === undefined) return this.#not(value, shape, spot);
    if (shape.kind === "record") {
      if (typeof value !== "object") return this.#not(value, shape, spot);
      return this.#values(value, shape.value, { spot, known: [] });
    }
    // Texts and numbers have fields as well; those that are declared decide.
    const owner = Object(value) as object;
    const isPlain = typeof value === "object" || typeof value === "function";
    if (!isPlain && shape.fields.some(({ key, isOptional }) => !isOptional && !(key in owner))) {
      return this.#not(value, shape, spot);
    }
    for (const { key, shape: inner, isOptional } of shape.fields) {
      const field: unknown = Reflect.get(owner, key);
      if (field === undefined && isOptional) continue;
      const contradiction = this.look(field, inner, below(spot, keyStep(key)));
      if (contradiction !== undefined) return contradiction;
    }
    const known = shape.fields.map(({ key }) => key);
    return shape.rest === undefined || !isPlain
      ? undefined
      : this.#values(owner, shape.rest, { spot, known });
  }

  #values(
    owner: object,
    shape: Shape,
    { spot, known }: { readonly spot: Spot; readonly known: readonly string[] },
  ): Contradiction | undefined {
    const inside = below(spot, "[key]");
    for (const key of Object.keys(owner)) {
      if (known.includes(key)) continue;
      if (this.#looks > looksMax) return undefined;
      const contradiction = this.look(Reflect.get(owner, key), shape, inside);
      if (contradiction !== undefined) return contradiction;
    }
    return undefined;
  }

  #collection(
    value: unknown,
    shape: Extract<Shape, { kind: "map" | "set" }>,
    spot: Spot,
  ): Contradiction | undefined {
    if (!isKeyed(value, shape.kind)) return this.#not(value, shape, spot);
    if (shape.kind === "set") {
      if (!(value instanceof Set)) return undefined;
      for (const item of Set.prototype.values.call(value)) {
        const contradiction = this.look(item, shape.of, below(spot, "[]"));
        if (contradiction !== undefined || this.#looks > looksMax) return contradiction;
      }
      return undefined;
    }
    if (!(value instanceof Map)) return undefined;
    for (const [key, held] of Map.prototype.entries.call(value) as MapIterator<
      [unknown, unknown]
    >) {
      const contradiction =
        this.look(key, shape.key, below(spot, ".keys()")) ??
        this.look(held, shape.value, below(spot, ".get(key)"));
      if (contradiction !== undefined || this.#looks > looksMax) return contradiction;
    }
    return undefined;
  }
}

function isEmptyTuple({ items, rest }: TupleShape): boolean {
  return items.length === 0 && rest === undefined;
}

/** A type that may be anything allows an object without prototype; it is made for those alone. */
function isBare(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

function below({ path, depth }: Spot, step: string): Spot {
  return { path: `${path}${step}`, depth: depth + 1 };
}

function keyStep(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

type SimpleShape = Exclude<
  Shape,
  {
    kind:
      | "weak"
      | "blocked"
      | "void"
      | "ref"
      | "schema"
      | "union"
      | "array"
      | "tuple"
      | "object"
      | "record"
      | "map"
      | "set";
  }
>;

function isOf(value: unknown, shape: SimpleShape): boolean {
  switch (shape.kind) {
    case "boolean":
    case "bigint":
    case "symbol":
    case "undefined":
    case "function":
      return typeof value === shape.kind;
    case "null":
      return value === null;
    case "void":
      return true;
    case "never":
      return false;
    case "number":
      return typeof value === "number" && isNumberOf(value, shape);
    case "string":
      return typeof value === "string" && isTextOf(value, shape);
    case "literal":
      return isLiteral(value, decodeLiteral(shape.value));
    case "template":
      return typeof value === "string" && templateExpression(shape.parts).test(value);
    case "promise":
      return isFound(value) && typeof Reflect.get(value, "then") === "function";
    case "iterable": {
      if (typeof value === "string") return !shape.isAsync;
      if (!isFound(value)) return false;
      return (shape.isAsync ? Symbol.asyncIterator : Symbol.iterator) in value;
    }
    case "bytes":
      return isFound(value) && isBinary(value, shape.type);
    case "builtin":
      return isFound(value) && isBuiltin(value, shape.name);
    case "instance":
      return isFound(value) && isInstance(value, shape);
  }
}

function isFound(value: unknown): value is ObjectLike {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function isLiteral(value: unknown, declared: unknown): boolean {
  if (typeof declared !== "object" || declared === null)
    return Object.is(value, declared) || value === declared;
  return JSON.stringify(encodeLiteral(value)) === JSON.stringify(encodeLiteral(declared));
}
