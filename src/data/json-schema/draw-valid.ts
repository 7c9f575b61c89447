import type { Decisions } from "../../kernel/decisions/decisions.ts";
import type { SchemaTable } from "../../kernel/json-schema/schema-words.ts";
import { readPattern } from "../../kernel/patterns/read-pattern.ts";
import type { FastCheckModule } from "../pack.ts";
import { chooserOf, demandsOf, type Choose } from "./demands.ts";
import { drawArray } from "./draw-array.ts";
import { drawObject } from "./draw-object.ts";
import { type Drawing, nothing } from "./drawing.ts";
import { anyValues, namedValues, numberOf, textOf } from "./plain-values.ts";
import type { ReadSchema } from "./read-schema.ts";

/** A place in a value, with all that the schema asks of what is there. */
export interface Spot {
  readonly path: readonly (string | number)[];
  readonly demands: readonly SchemaTable[];
}

/** A value that a schema allows. */
export interface DrawnValue {
  readonly value: unknown;
  /** Every place of it, the whole first; empty where nobody knows how the value came about. */
  readonly spots: readonly Spot[];
}

/**
 * Draws a value that a schema allows, its limits more often than chance would; undefined where none
 * was found. What is made is judged by the whole schema, so what it gives is always allowed.
 */
export function drawValid(
  decisions: Decisions,
  given: { readonly schema: ReadSchema; readonly fc: FastCheckModule },
  /** Another one draws other values from the same decisions. */
  from = 0,
): DrawnValue | undefined {
  const { schema, fc } = given;
  for (let turn = from; turn < from + turnsMax; turn += 1) {
    decisions.open("value");
    const spots: Spot[] = [];
    const one = new Values({ decisions, schema, fc, choose: chooserOf(decisions, turn), spots });
    const value = one.draw(schema.root, []);
    decisions.close();
    if (value !== nothing && schema.fits(value, schema.root)) return { value, spots };
  }
  const others = [...namedValues(schema.root), ...anyValues].filter((value) =>
    schema.fits(value, schema.root),
  );
  if (others.length === 0) return undefined;
  return { value: others[chooserOf(decisions, 0)("other", others.length)], spots: [] };
}

// --- inside ---

/** So often a value is drawn until one is allowed. */
const turnsMax = 24;

/** Below so many values inside of each other, as little as possible is made. */
const deepFrom = 4;
const depthMax = 30;

interface Making {
  readonly decisions: Decisions;
  readonly schema: ReadSchema;
  readonly fc: FastCheckModule;
  readonly choose: Choose;
  readonly spots: Spot[];
}

class Values {
  readonly #making: Making;

  constructor(making: Making) {
    this.#making = making;
  }

  draw(of: unknown, path: Spot["path"]): unknown {
    const { schema, choose, spots } = this.#making;
    if (path.length > depthMax) return nothing;
    const demands = demandsOf(of, { root: schema.root, choose });
    if (demands === undefined) return nothing;
    spots.push({ path, demands });
    const listed = listedValues(demands, schema);
    if (listed !== undefined) {
      return listed.length === 0 ? nothing : listed[choose("listed", listed.length)];
    }
    const types = typesOf(demands);
    if (types.length === 0) return nothing;
    return this.#typed(types[choose("type", types.length)] ?? "null", demands, path);
  }

  #typed(type: string, demands: readonly SchemaTable[], path: Spot["path"]): unknown {
    const { schema, choose } = this.#making;
    const drawing: Drawing = {
      schema,
      choose,
      isDeep: path.length >= deepFrom,
      pattern: (pattern) => this.#ofPattern(pattern),
      inside: (key, inner) => this.draw(inner, [...path, key]),
    };
    const all = { allOf: demands.map(numbersOnly) };
    const fits = (value: number): boolean => schema.fits(value, all);
    switch (type) {
      case "object":
        return drawObject(demands, drawing);
      case "array":
        return drawArray(demands, drawing);
      case "string": {
        const pattern = demands.map((table) => table["pattern"]).find((one) => one !== undefined);
        const made = typeof pattern === "string" ? this.#ofPattern(pattern) : undefined;
        return made ?? textOf(demands, choose);
      }
      case "integer":
      case "number":
        return numberOf(demands, { isWhole: type === "integer", fits }, choose);
      case "boolean":
        return choose("boolean", 2) === 1;
      default:
        return null;
    }
  }

  #ofPattern(pattern: string): string | undefined {
    const { decisions, fc } = this.#making;
    try {
      return decisions.value("pattern", fc.stringMatching(readPattern(pattern, "")));
    } catch {
      return undefined; // it looks ahead or behind, which nothing here can make a text for
    }
  }
}

const numberKeys = "multipleOf minimum maximum exclusiveMinimum exclusiveMaximum".split(" ");

function numbersOnly(table: SchemaTable): SchemaTable {
  return Object.fromEntries(Object.entries(table).filter(([key]) => numberKeys.includes(key)));
}

/** The values that are listed and that all of it allows; undefined where nothing is listed. */
function listedValues(
  demands: readonly SchemaTable[],
  { fits }: ReadSchema,
): readonly unknown[] | undefined {
  const listing = demands.find((table) => "const" in table || "enum" in table);
  if (listing === undefined) return undefined;
  const values: unknown[] =
    "const" in listing ? [listing["const"]] : (listing["enum"] as unknown[]);
  return values.filter((value) => demands.every((table) => fits(value, table)));
}

const typeHints: readonly (readonly [type: string, keys: RegExp])[] = [
  ["object", /[pP]ropert|^required$|^depend/u],
  ["array", /[iI]tems|[cC]ontains/u],
  ["string", /Length$|^pattern$|^format$/u],
  ["number", /[mM](?:in|ax)imum|^multipleOf$/u],
];

/** The types that are allowed; where a schema speaks of some without asking, these come often. */
function typesOf(demands: readonly SchemaTable[]): readonly string[] {
  const asked = demands.map(({ type }) => type).filter((one) => one !== undefined);
  if (asked.length > 0) {
    const [first = [], ...others] = asked.map(
      (one) => (Array.isArray(one) ? one : [one]) as string[],
    );
    return first.flatMap((type) => {
      const isIn = others.every((list) => allows(list, type));
      if (isIn) return [type];
      // A whole number is a number too.
      const isWhole = type === "number" && others.every((list) => allows(list, "integer"));
      return isWhole ? ["integer"] : [];
    });
  }
  const keys = demands.flatMap((table) => Object.keys(table));
  const hinted = typeHints.flatMap(([type, words]) =>
    keys.some((key) => words.test(key)) ? [type, type, type] : [],
  );
  return [...hinted, "string", "integer", "boolean", "null", "number", "array", "object"];
}

function allows(list: readonly string[], type: string): boolean {
  return list.includes(type) || (type === "integer" && list.includes("number"));
}
