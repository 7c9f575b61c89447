import { schemaMismatch } from "../../kernel/json-schema/schema-mismatch.ts";
import { schemaProblem } from "../../kernel/json-schema/schema-problem.ts";
import {
  isTable,
  schemaKeys,
  SchemaError,
  type SchemaTable,
} from "../../kernel/json-schema/schema-words.ts";

/** A schema that is understood, with what judges values by it. */
export interface ReadSchema {
  readonly root: unknown;
  /** Whether a value is what a schema of the same document asks for. */
  fits(value: unknown, schema: unknown): boolean;
  /** Why a value is not what the whole schema asks for, whatever it says about formats. */
  mismatch(value: unknown): string | undefined;
}

/** Which draft a schema without `$schema` is of; they differ in what stands beside a `$ref`. */
export type SchemaDraft = "7" | "2020-12";

/** Reads a schema of draft 7 to 2020-12; one that says more than is understood is a SchemaError. */
export function readSchema(schema: unknown, draft: SchemaDraft = "2020-12"): ReadSchema {
  const problem = schemaProblem(schema);
  if (problem !== undefined) {
    throw new SchemaError(`\`${problem.path.join("/")}\` of the schema ${problem.must}`);
  }
  const named = isTable(schema) ? schema["$schema"] : undefined;
  if (typeof named === "string" && !knownDrafts.test(named)) {
    throw new SchemaError(`\`${named}\` is no draft that is understood`);
  }
  const is7 =
    named === undefined ? draft === "7" : typeof named === "string" && named.includes("draft-07");
  const root = is7 ? changed(schema, withoutSiblings) : schema;
  // A format is a remark for some, so nothing is invalid for its format alone.
  const bare = changed(root, ({ format: _, ...rest }) => rest);
  return {
    root,
    fits: (value, inner) => schemaMismatch(value, inner, root) === undefined,
    mismatch: (value) => schemaMismatch(value, bare),
  };
}

// --- inside ---

const knownDrafts = /^https?:\/\/json-schema\.org\/draft(?:-07|\/2019-09|\/2020-12)\/schema#?$/u;

/** In draft 7, whatever stands beside a reference is not read. */
function withoutSiblings(all: SchemaTable): SchemaTable {
  if (typeof all["$ref"] !== "string") return all;
  const { $ref, $defs, definitions } = all;
  return {
    $ref,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

/** The same schema with each table of it changed; what is data in it stays. */
function changed(schema: unknown, change: (all: SchemaTable) => SchemaTable): unknown {
  if (!isTable(schema)) return schema;
  const { tables, lists, singles } = schemaKeys;
  const inside = (held: unknown): unknown => changed(held, change);
  const entries = Object.entries(change(schema)).map(([key, held]): [string, unknown] => {
    if (tables.has(key) || key === "dependencies") return [key, eachOf(held, inside)];
    if (lists.has(key) || singles.has(key)) {
      return [key, Array.isArray(held) ? held.map(inside) : inside(held)];
    }
    return [key, held];
  });
  return Object.fromEntries(entries);
}

function eachOf(held: unknown, inside: (held: unknown) => unknown): unknown {
  if (!isTable(held)) return held;
  return Object.fromEntries(Object.entries(held).map(([key, one]) => [key, inside(one)]));
}
