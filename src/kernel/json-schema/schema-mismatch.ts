import { literalText } from "../values/literal.ts";
import { sortedText } from "../values/sorted-data.ts";
import { evaluatedIn } from "./evaluated.ts";
import {
  type CheckValue,
  listProblem,
  numberProblem,
  objectProblem,
  textProblem,
} from "./schema-parts.ts";
import {
  isKnownKey,
  isTable,
  schemaAt,
  SchemaError,
  type SchemaTable,
  schemaTypes,
} from "./schema-words.ts";

/**
 * Says what of a value a JSON Schema does not allow (`$.total is a text, not a number`); undefined
 * where it allows all of it. Of drafts 7 to 2020-12, all that judges a value by itself; a schema
 * that says more than is understood here is a SchemaError: what is not checked is not right.
 */
export function schemaMismatch(
  value: unknown,
  schema: unknown,
  /** What references lead into; the schema itself where it is left out. */
  root: unknown = schema,
): string | undefined {
  return new Check(root).look(value, schema, "$");
}

// --- inside ---

/** Deeper than this, or with more steps, a schema that names itself would not end. */
const depthMax = 100;
const looksMax = 200_000;

/** What a schema says and this does not understand must not be taken for nothing. */
function assertKnown(key: string): void {
  if (!isKnownKey(key)) throw new SchemaError(`\`${key}\` of the schema is not understood`);
}

class Check {
  readonly #root: unknown;
  #looks = 0;
  #depth = 0;

  constructor(root: unknown) {
    this.#root = root;
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
    const look: CheckValue = (inner, schema, at) => this.look(inner, schema, at);
    const ref = all["$ref"];
    return (
      (typeof ref === "string" ? this.look(value, schemaAt(this.#root, ref), path) : undefined) ??
      typeProblem(value, all, path) ??
      valueProblem(value, all, path) ??
      (typeof value === "string" ? textProblem(value, all, path) : undefined) ??
      (typeof value === "number" ? numberProblem(value, all, path) : undefined) ??
      (Array.isArray(value) ? listProblem(value, all, { path, look }) : undefined) ??
      (isTable(value) ? objectProblem(value, all, { path, look }) : undefined) ??
      this.#combined(value, all, path) ??
      this.#unevaluated(value, all, path)
    );
  }

  /** What no other part of the schema has looked at. */
  #unevaluated(value: unknown, all: SchemaTable, path: string): string | undefined {
    const key = Array.isArray(value) ? "unevaluatedItems" : "unevaluatedProperties";
    if (!(key in all) || typeof value !== "object" || value === null) return undefined;
    const { [key]: schema, ...others } = all;
    const fits = (inner: unknown, to: unknown): boolean => this.look(inner, to, path) === undefined;
    const seen = evaluatedIn(value, others, { root: this.#root, fits });
    for (const [name, inner] of Object.entries(value)) {
      const at = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
      const problem = seen.has(name) ? undefined : this.look(inner, schema, at);
      if (problem !== undefined) return problem;
    }
    return undefined;
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
}

function typeProblem(value: unknown, all: SchemaTable, path: string): string | undefined {
  const { type } = all;
  if (type === undefined) return undefined;
  const allowed: readonly unknown[] = Array.isArray(type) ? type : [type];
  const unknown = allowed.find((one) => typeof one !== "string" || !schemaTypes.has(one));
  if (unknown !== undefined) throw new SchemaError(`${literalText(unknown)} is not a type of JSON`);
  if (typeof value === "number" && !Number.isFinite(value)) {
    return `${path} is ${value}, which is not a number of JSON`;
  }
  const own = typeOf(value);
  const isWhole = typeof value === "number" && Number.isInteger(value);
  if (allowed.includes(own) || (isWhole && allowed.includes("integer"))) return undefined;
  return `${path} is ${own} ${literalText(value).slice(0, 60)}, not ${allowed.join(" or ")}`;
}

function valueProblem(value: unknown, all: SchemaTable, path: string): string | undefined {
  if ("const" in all && sortedText(value) !== sortedText(all["const"])) {
    return `${path} is not ${literalText(all["const"])}`;
  }
  if (!("enum" in all)) return undefined;
  const text = sortedText(value);
  if (listOf(all["enum"], "enum").some((one) => sortedText(one) === text)) return undefined;
  return `${path} is ${literalText(value).slice(0, 60)}, which \`enum\` does not list`;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function tableOf(value: unknown): SchemaTable {
  if (!isTable(value)) throw new SchemaError("a schema is a table, `true` or `false`");
  return value;
}

function listOf(value: unknown, key: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new SchemaError(`\`${key}\` of the schema is not a list`);
  return value;
}
