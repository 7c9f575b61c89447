import type { Decisions } from "../../kernel/decisions/decisions.ts";
import type { FastCheckModule } from "../pack.ts";
import { breaksOf, type Break } from "./breaks.ts";
import { chooserOf } from "./demands.ts";
import { define } from "./draw-object.ts";
import { type DrawnValue, drawValid } from "./draw-valid.ts";
import { anyValues } from "./plain-values.ts";
import type { ReadSchema } from "./read-schema.ts";

/** A value that a schema does not allow. */
export interface BrokenValue {
  readonly value: unknown;
  /** What of the schema it breaks, such as `minLength`; undefined where no one key is meant. */
  readonly key: string | undefined;
  /** Where, such as `$.name`. */
  readonly at: string;
  /** Why it is not allowed. */
  readonly because: string;
}

/**
 * Draws a value that a schema does not allow, near one that it does: one thing is broken. Undefined
 * where the schema allows everything. A format alone is never broken, as it is a remark for some.
 */
export function drawInvalid(
  decisions: Decisions,
  given: { readonly schema: ReadSchema; readonly fc: FastCheckModule },
): BrokenValue | undefined {
  const { schema } = given;
  // Of a value to which nothing that is asked applies, nothing can be broken.
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const drawn = drawValid(decisions, given, turn);
    const breaks = drawn === undefined ? [] : drawn.spots.flatMap((spot) => breaksIn(drawn, spot));
    const from = chooserOf(decisions, 0)("break", breaks.length);
    for (const at of breaks.keys()) {
      const one = breaks[(from + at) % breaks.length];
      const broken = one === undefined ? undefined : brokenBy(schema, drawn, one);
      if (broken !== undefined) return broken;
    }
  }
  const others = anyValues.filter((value) => schema.mismatch(value) !== undefined);
  if (others.length === 0) return undefined;
  const value = others[chooserOf(decisions, 0)("other", others.length)];
  return { value, key: undefined, at: "$", because: schema.mismatch(value) ?? "" };
}

// --- inside ---

/** So many values are drawn until one can be broken. */
const turnsMax = 6;

type Path = DrawnValue["spots"][number]["path"];

interface PlacedBreak extends Break {
  readonly path: Path;
}

function breaksIn(
  { value }: DrawnValue,
  { path, demands }: DrawnValue["spots"][number],
): readonly PlacedBreak[] {
  const there = valueAt(value, path);
  if (there === undefined) return [];
  return demands.flatMap((table) => breaksOf(table, there.value).map((one) => ({ ...one, path })));
}

function brokenBy(
  schema: ReadSchema,
  drawn: DrawnValue | undefined,
  { key, value: put, path }: PlacedBreak,
): BrokenValue | undefined {
  const value = placed(drawn?.value, path, put);
  const because = schema.mismatch(value);
  if (because === undefined) return undefined;
  return { value, key, at: `$${path.map((one) => `.${one}`).join("")}`, because };
}

/** A spot of a name, or of an item that was not taken, is no place of the value. */
function valueAt(value: unknown, path: Path): { readonly value: unknown } | undefined {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return { value: at };
}

function placed(value: unknown, path: Path, put: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((one, at) => (at === key ? placed(one, rest, put) : (one as unknown)));
  }
  const copy = {};
  for (const [name, one] of Object.entries(value as object)) {
    define(copy, name, name === key ? placed(one, rest, put) : one);
  }
  return copy;
}
