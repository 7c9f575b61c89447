import type { RunContext } from "../../../kernel/subject/subject.ts";
import { ShapeArbitraries } from "../../calls/arbitrary-of.ts";
import type { Arbitrary } from "../../calls/fast-check.ts";
import { jsonSchemaShape } from "../../calls/json-schema-shape.ts";
import { outermost } from "../../calls/shape-context.ts";
import { ofSchema } from "./matchers.ts";
import { harnessError } from "./step-failure.ts";

/** Draws a value of a JSON Schema; it is recorded, replayed and shrunk like every decision. */
export function drawOf(schema: object, name: string, { decisions }: RunContext): unknown {
  const arbitrary = arbitraryOf(schema, name);
  if (arbitrary === undefined) {
    throw harnessError("draw_nothing", `no value fits the schema of \`${name}\``);
  }
  missesInRow = 0;
  return decisions.value(name, arbitrary);
}

// --- inside ---

/** By the schema's own object: it is the same in every run of one instance of a module. */
const known = new WeakMap<object, Arbitrary | undefined>();

function arbitraryOf(schema: object, name: string): Arbitrary | undefined {
  if (known.has(schema)) return known.get(schema);
  const { shape, definitions } = jsonSchemaShape(schema);
  const any = new ShapeArbitraries({ definitions, modules: {} }).of(shape, outermost(name));
  const made = any?.filter((value) => isWanted(value, schema, name));
  known.set(schema, made);
  return made;
}

/** So many values may be thrown away for one that fits. */
const missesMax = 1_000;

/** Since the last value that fitted, or the beginning of a draw. */
let missesInRow = 0;

/** A shape says less than its schema (`not`, `uniqueItems`): what it lets through is looked at. */
function isWanted(value: unknown, schema: object, name: string): boolean {
  if (isJson(value) && ofSchema(value, schema) === undefined) {
    missesInRow = 0;
    return true;
  }
  missesInRow += 1;
  if (missesInRow <= missesMax) return false;
  const what = `none of ${missesMax} values fits the schema of \`${name}\``;
  throw harnessError("draw_nothing", what);
}

/**
 * Whether it survives being sent and stored: half of a surrogate pair and a negative zero do not,
 * so what comes back would always be another value.
 */
function isJson(value: unknown): boolean {
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => isJson(key) && isJson(item));
}
