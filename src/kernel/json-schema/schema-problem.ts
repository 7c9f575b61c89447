import { readPattern } from "../patterns/read-pattern.ts";
import {
  isKnownKey,
  isTable,
  knownSchemaKeys,
  schemaAt,
  SchemaError,
  schemaKeys,
  type SchemaTable,
  schemaTypes,
} from "./schema-words.ts";

/** What of a schema cannot be understood, and where in it. */
export interface SchemaProblem {
  readonly path: readonly (string | number)[];
  /** What is wrong with what stands there: `must be a list`. */
  readonly must: string;
  /** The words that there are, where one of them may be meant. */
  readonly known?: readonly string[];
  /** Whether it is the key that is wrong, and not what it holds. */
  readonly isKey?: boolean;
}

/**
 * Says what of a schema cannot be understood; undefined where all of it can. What is not understood
 * would check nothing, and what checks nothing looks as if it held.
 */
export function schemaProblem(schema: unknown): SchemaProblem | undefined {
  return problemIn(schema, { root: schema, path: [] });
}

// --- inside ---

/** Deeper than this nobody writes a schema. */
const depthMax = 200;

interface Spot {
  readonly root: unknown;
  readonly path: readonly (string | number)[];
}

function problemIn(schema: unknown, { root, path }: Spot): SchemaProblem | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isTable(schema)) return { path, must: "must be a JSON Schema: a table, true or false" };
  if (path.length > depthMax) return { path, must: "must be less deep" };
  for (const [key, held] of Object.entries(schema)) {
    const spot = { root, path: [...path, key] };
    const found = isKnownKey(key) ? heldProblem(key, held, spot) : unknownKey(spot);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unknownKey({ path }: Spot): SchemaProblem {
  const must = "is not a key of a JSON Schema that is understood";
  return { path, must, known: [...knownSchemaKeys], isKey: true };
}

function heldProblem(key: string, held: unknown, spot: Spot): SchemaProblem | undefined {
  const { tables, lists, singles } = schemaKeys;
  if (tables.has(key)) {
    if (!isTable(held)) return { path: spot.path, must: "must be a table of schemas" };
    return patternsProblem(key, held, spot) ?? insideProblem(Object.entries(held), spot);
  }
  if (lists.has(key) || (key === "items" && Array.isArray(held))) {
    if (!Array.isArray(held)) return { path: spot.path, must: "must be a list of schemas" };
    return insideProblem([...held.entries()], spot);
  }
  if (key === "dependencies") return dependenciesProblem(held, spot);
  return singles.has(key) ? problemIn(held, spot) : plainProblem(key, held, spot);
}

/** Of draft 7: a list of texts or a schema for each name. */
function dependenciesProblem(held: unknown, spot: Spot): SchemaProblem | undefined {
  if (!isTable(held)) return { path: spot.path, must: "must be a table of schemas and of lists" };
  const lists = Object.entries(held).filter(([, one]) => Array.isArray(one));
  const wrong = lists.find(([, one]) => !isTexts(one));
  if (wrong !== undefined) return { path: [...spot.path, wrong[0]], must: texts.must };
  return insideProblem(
    Object.entries(held).filter(([, one]) => !Array.isArray(one)),
    spot,
  );
}

function insideProblem(
  held: readonly (readonly [string | number, unknown])[],
  { root, path }: Spot,
): SchemaProblem | undefined {
  for (const [at, schema] of held) {
    const found = problemIn(schema, { root, path: [...path, at] });
    if (found !== undefined) return found;
  }
  return undefined;
}

function patternsProblem(key: string, held: SchemaTable, spot: Spot): SchemaProblem | undefined {
  if (key !== "patternProperties") return undefined;
  const wrong = Object.keys(held).find((pattern) => !isPattern(pattern));
  if (wrong === undefined) return undefined;
  return { path: [...spot.path, wrong], must: "must be a regular expression", isKey: true };
}

function plainProblem(key: string, held: unknown, { root, path }: Spot): SchemaProblem | undefined {
  if (key === "type") return typeProblem(held, path);
  if (key === "$ref") return refProblem(held, root, path);
  const rule = plainRules.get(key);
  return rule === undefined || rule.fits(held) ? undefined : { path, must: rule.must };
}

function typeProblem(held: unknown, path: Spot["path"]): SchemaProblem | undefined {
  const must = "must be a type of JSON";
  const known = [...schemaTypes];
  if (!Array.isArray(held))
    return schemaTypes.has(held as string) ? undefined : { path, must, known };
  if (held.length === 0) return { path, must: "must be at least one type of JSON" };
  const at = held.findIndex((one) => !schemaTypes.has(one as string));
  return at < 0 ? undefined : { path: [...path, at], must, known };
}

function refProblem(held: unknown, root: unknown, path: Spot["path"]): SchemaProblem | undefined {
  if (typeof held !== "string") return { path, must: "must be a text" };
  try {
    schemaAt(root, held);
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { path, must: "must lead to a place in the same schema, such as `#/$defs/name`" };
  }
}

interface PlainRule {
  readonly must: string;
  readonly fits: (held: unknown) => boolean;
}

const count: PlainRule = {
  must: "must be a count, 0 or above",
  fits: (held) => Number.isSafeInteger(held) && Number(held) >= 0,
};
const number: PlainRule = { must: "must be a number", fits: (held) => Number.isFinite(held) };
const texts: PlainRule = { must: "must be a list of texts", fits: (held) => isTexts(held) };

const plainRules: ReadonlyMap<string, PlainRule> = new Map([
  ["enum", { must: "must be a list", fits: (held) => Array.isArray(held) }],
  ["required", texts],
  [
    "dependentRequired",
    {
      must: "must be a table of lists of texts",
      fits: (held) => isTable(held) && Object.values(held).every(isTexts),
    },
  ],
  ["format", { must: "must be a text", fits: (held) => typeof held === "string" }],
  [
    "pattern",
    {
      must: "must be a regular expression",
      fits: (held) => typeof held === "string" && isPattern(held),
    },
  ],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (key): [string, PlainRule] => [key, number],
  ),
  [
    "multipleOf",
    { must: "must be a number above 0", fits: (held) => Number.isFinite(held) && Number(held) > 0 },
  ],
  ["uniqueItems", { must: "must be true or false", fits: (held) => typeof held === "boolean" }],
  ..."minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties"
    .split(" ")
    .map((key): [string, PlainRule] => [key, count]),
]);

function isTexts(held: unknown): boolean {
  return Array.isArray(held) && held.every((one) => typeof one === "string");
}

function isPattern(text: string): boolean {
  try {
    return readPattern(text, "") instanceof RegExp;
  } catch {
    return false;
  }
}
