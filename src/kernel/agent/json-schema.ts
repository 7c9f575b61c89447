import { literalText } from "../literal.ts";
import { sortedText } from "../sorted-data.ts";
import {
  type Look,
  type SchemaTable,
  listProblem,
  numberProblem,
  objectProblem,
  textProblem,
} from "./json-schema-parts.ts";
import { readPattern } from "./pattern.ts";

/**
 * Says what of a value a JSON Schema does not allow (`$.total is a text, not a number`); undefined
 * where it allows all of it. Of drafts 7 to 2020-12, all that judges a value by itself; a schema
 * that says more than is understood here is a SchemaError: what is not checked is not right.
 * Scenarios judge by a Shape instead (subject/calls), as they must also draw values of a schema.
 */
export function schemaMismatch(value: unknown, schema: unknown): string | undefined {
  return new Check(schema).look(value, schema, "$");
}

/** Says what of a schema cannot be understood; undefined where all of it can. */
export function schemaProblem(schema: unknown): string | undefined {
  try {
    new Check(schema).read(schema, 0);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

/** A schema that cannot be understood. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

// --- inside ---

/** Deeper than this, or with more steps, a schema that names itself would not end. */
const depthMax = 100;
const looksMax = 200_000;

const types = words("object array string number integer boolean null");

/** By what they hold: schemas by name, lists of schemas, single schemas, plain values, remarks. */
const tables = words("properties patternProperties $defs definitions dependentSchemas");
const lists = words("allOf anyOf oneOf prefixItems");
const singles = words(
  "additionalProperties propertyNames additionalItems items contains not if then else",
);
const plains = words(
  "type enum const $ref required dependentRequired format pattern minLength maxLength minimum " +
    "maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems " +
    "minContains maxContains minProperties maxProperties",
);
const remarks = words(
  "$schema $id $comment $anchor title description default examples deprecated readOnly " +
    "writeOnly contentEncoding contentMediaType",
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** What a schema says and this does not understand must not be taken for nothing. */
function assertKnown(key: string): void {
  const isKnown = [tables, lists, singles, plains, remarks].some((group) => group.has(key));
  if (!isKnown && !key.startsWith("x-")) {
    throw new SchemaError(`\`${key}\` of the schema is not understood`);
  }
}

class Check {
  readonly #root: unknown;
  #looks = 0;
  #depth = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Goes through a schema without a value. */
  read(schema: unknown, depth: number): void {
    if (typeof schema === "boolean") return;
    const all = tableOf(schema);
    if (depth > depthMax) throw new SchemaError("the schema is too deep");
    for (const [key, inner] of Object.entries(all)) {
      assertKnown(key);
      const isList = lists.has(key) || (key === "items" && Array.isArray(inner));
      const held = tables.has(key)
        ? Object.values(tableOf(inner))
        : isList
          ? listOf(inner, key)
          : singles.has(key)
            ? [inner]
            : [];
      for (const one of held) this.read(one, depth + 1);
    }
    this.#readPlain(all);
  }

  look(value: unknown, schema: unknown, path: string): string | undefined {
    if (schema === true) return undefined;
    if (schema === false) return `${path} is not allowed`;
    this.#looks += 1;
    if (this.#depth >= depthMax || this.#looks > looksMax) {
      throw new SchemaError(`the schema goes on and on at ${path}`);
    }
    this.#depth += 1;
    const problem = this.#inside(value, tableOf(schema), path);
    this.#depth -= 1;
    return problem;
  }

  #inside(value: unknown, all: SchemaTable, path: string): string | undefined {
    for (const key of Object.keys(all)) assertKnown(key);
    const look: Look = (inner, schema, at) => this.look(inner, schema, at);
    const ref = all["$ref"];
    return (
      (typeof ref === "string" ? this.look(value, this.#at(ref), path) : undefined) ??
      typeProblem(value, all, path) ??
      valueProblem(value, all, path) ??
      (typeof value === "string" ? textProblem(value, all, path) : undefined) ??
      (typeof value === "number" ? numberProblem(value, all, path) : undefined) ??
      (Array.isArray(value) ? listProblem(value, all, { path, look }) : undefined) ??
      (isTable(value) ? objectProblem(value, all, { path, look }) : undefined) ??
      this.#combined(value, all, path)
    );
  }

  #combined(value: unknown, all: SchemaTable, path: string): string | undefined {
    const fits = (schema: unknown): boolean => this.look(value, schema, path) === undefined;
    for (const schema of listOf(all["allOf"] ?? [], "allOf")) {
      const problem = this.look(value, schema, path);
      if (problem !== undefined) return problem;
    }
    if ("anyOf" in all && !listOf(all["anyOf"], "anyOf").some(fits)) {
      return `${path} fits none of \`anyOf\``;
    }
    if ("oneOf" in all) {
      const count = listOf(all["oneOf"], "oneOf").filter(fits).length;
      if (count !== 1) return `${path} fits ${count} of \`oneOf\`, not one`;
    }
    if ("not" in all && fits(all["not"])) return `${path} fits what \`not\` rules out`;
    if (!("if" in all)) return undefined;
    const branch = fits(all["if"]) ? all["then"] : all["else"];
    return branch === undefined ? undefined : this.look(value, branch, path);
  }

  #readPlain(all: SchemaTable): void {
    typeProblem(null, all, "");
    const { pattern, $ref: ref } = all;
    if (typeof ref === "string") this.#at(ref);
    for (const text of [pattern, ...Object.keys(tableOf(all["patternProperties"] ?? {}))]) {
      if (typeof text !== "string") continue;
      try {
        readPattern(text, "");
      } catch {
        throw new SchemaError(`\`${text}\` is no pattern`);
      }
    }
  }

  /** What a reference inside of the same schema stands for. */
  #at(ref: string): unknown {
    if (!ref.startsWith("#")) throw new SchemaError(`\`${ref}\` is outside of the schema`);
    let at: unknown = this.#root;
    for (const part of ref.slice(1).split("/").slice(1)) {
      const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      const inner: unknown = isTable(at) || Array.isArray(at) ? Reflect.get(at, key) : undefined;
      if (inner === undefined) throw new SchemaError(`\`${ref}\` leads nowhere in the schema`);
      at = inner;
    }
    return at;
  }
}

function typeProblem(value: unknown, all: SchemaTable, path: string): string | undefined {
  const { type } = all;
  if (type === undefined) return undefined;
  const allowed: readonly unknown[] = Array.isArray(type) ? type : [type];
  const unknown = allowed.find((one) => typeof one !== "string" || !types.has(one));
  if (unknown !== undefined) throw new SchemaError(`${literalText(unknown)} is no type of JSON`);
  const own = typeOf(value);
  const isWhole = typeof value === "number" && Number.isInteger(value);
  if (allowed.includes(own) || (isWhole && allowed.includes("integer"))) return undefined;
  return `${path} is ${own} ${literalText(value).slice(0, 60)}, not ${allowed.join(" or ")}`;
}

function valueProblem(value: unknown, all: SchemaTable, path: string): string | undefined {
  const text = sortedText(value);
  if ("const" in all && text !== sortedText(all["const"])) {
    return `${path} is not ${literalText(all["const"])}`;
  }
  if (!("enum" in all) || listOf(all["enum"], "enum").some((one) => sortedText(one) === text)) {
    return undefined;
  }
  return `${path} is ${literalText(value).slice(0, 60)}, which \`enum\` does not list`;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isTable(value: unknown): value is SchemaTable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tableOf(value: unknown): SchemaTable {
  if (!isTable(value)) throw new SchemaError("a schema is a table, `true` or `false`");
  return value;
}

function listOf(value: unknown, key: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new SchemaError(`\`${key}\` of the schema is no list`);
  return value;
}
