import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { decodeLiteral, encodeLiteral } from "../../kernel/values/literal.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { ShapeArbitraries } from "./arbitrary-of.ts";
import { conforms } from "./conforms.ts";
import { lists } from "./collection-arbitrary.ts";
import { fastCheck } from "./fast-check.ts";
import type { Maker } from "./maker.ts";
import { outermost, type ShapeContext } from "./shape-context.ts";

/** A value of any size that is asked for; the parts it is made of were drawn once. */
export interface Growing {
  /** What the size counts: `items.length`. */
  readonly measure: string;
  readonly isText: boolean;
  /** What stands for the value of this size. */
  ofSize(size: number): unknown;
  /** What makes the parts that are more than data. */
  readonly makers: ReadonlyMap<string, Maker>;
}

/** Whether values of a parameter can be of any size. */
export function canGrow(name: string, shape: Shape): boolean {
  switch (shape.kind) {
    case "string":
      return (
        shape.lengthMax === undefined && shape.format === undefined && shape.pattern === undefined
      );
    case "array":
      return shape.lengthMax === undefined;
    case "number":
      return countName.test(name) && (shape.max ?? Number.POSITIVE_INFINITY) > 10_000;
    case "set":
    case "map":
      return true;
    case "record":
      return shape.key.kind === "string";
    default:
      return false;
  }
}

/** Draws the parts of a value that grows; undefined where they have no values. */
export function growing(
  { name, shape }: { readonly name: string; readonly shape: Shape },
  decisions: Decisions,
  context: ShapeContext,
): Growing | undefined {
  const arbitraries = new ShapeArbitraries(context);
  const { makers } = arbitraries;
  const some = (of: Shape, what: string): readonly unknown[] | undefined => {
    const arbitrary = arbitraries.of(of, outermost(`${name}${what}`));
    if (arbitrary === undefined) return undefined;
    return decisions.value(
      `${name}${what}`,
      lists(arbitrary, { lengthMin: 1, lengthMax: 3, most: 3 }),
    );
  };
  const isDistinct = shape.kind !== "number" && !decisions.chance("equal items", 0.3);
  const items = (of: Shape, what: string): ((size: number) => unknown[]) | undefined => {
    const parts = some(of, what);
    if (parts === undefined) return undefined;
    return (size) =>
      Array.from({ length: size }, (_, at) => itemAt(parts, at, { of, isDistinct, context }));
  };
  const grown = growers({ name, shape }, decisions, items);
  return grown === undefined ? undefined : { ...grown, makers };
}

// --- inside ---

/** Numbers that say how many; of others nothing grows. */
const countName = /^(?:n|k|count|size|length|len|limit|max|times|depth|levels?|num\w*|\w*Count)$/;

type Items = (of: Shape, what: string) => ((size: number) => unknown[]) | undefined;

function growers(
  { name, shape }: { readonly name: string; readonly shape: Shape },
  decisions: Decisions,
  items: Items,
): Omit<Growing, "makers"> | undefined {
  const isText = shape.kind === "string";
  const measured = (measure: string, ofSize: ((size: number) => unknown) | undefined) =>
    ofSize === undefined ? undefined : { measure, isText, ofSize };
  switch (shape.kind) {
    case "number":
      return measured(name, (size) => size);
    case "string":
      return measured(`${name}.length`, texts(name, decisions));
    case "array":
      return measured(`${name}.length`, items(shape.of, "[]"));
    case "set": {
      const made = items(shape.of, "[]");
      return measured(`${name}.size`, made && ((size) => new Set(made(size))));
    }
    case "map": {
      const [keys, values] = [items(shape.key, ".key"), items(shape.value, ".value")];
      if (keys === undefined || values === undefined) return undefined;
      return measured(`${name}.size`, (size) => new Map(zip(keys(size), values(size))));
    }
    case "record": {
      const values = items(shape.value, ".*");
      const made = (size: number): unknown =>
        Object.fromEntries((values?.(size) ?? []).map((value, at) => [`k${at}`, value]));
      return measured(`the number of keys of ${name}`, values && made);
    }
    default:
      return undefined;
  }
}

function zip(keys: readonly unknown[], values: readonly unknown[]): [unknown, unknown][] {
  return keys.map((key, at) => [key, values[at]]);
}

/** Pieces over and over, and an end that does not fit: what makes expressions go back. */
function texts(name: string, decisions: Decisions): (size: number) => string {
  const fc = fastCheck();
  const pieces = ["a", "0", " ", "a ", "(", "a,", "ab", "\n", "<a>", '"', "=", "é"];
  const piece = decisions.value(`${name} piece`, fc.constantFrom(...pieces));
  const end = decisions.value(`${name} end`, fc.constantFrom("", "!", "x", "\u0000"));
  return (size) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size - end.length) + end;
}

/** One of the parts, changed so that no two are equal where that is wanted and can be done. */
function itemAt(
  parts: readonly unknown[],
  at: number,
  how: { readonly of: Shape; readonly isDistinct: boolean; readonly context: ShapeContext },
): unknown {
  const part = copied(parts[at % parts.length]);
  if (!how.isDistinct) return part;
  const changed = distinct(part, at);
  return conforms(changed, how.of, how.context) === undefined ? changed : part;
}

function distinct(part: unknown, at: number): unknown {
  if (typeof part === "number") return at;
  if (typeof part === "string") return `${part}${at}`;
  if (typeof part !== "object" || part === null) return part;
  if (Object.getPrototypeOf(part) !== Object.prototype) return part;
  const fields = Object.entries(part).map(([key, value]) => {
    const isLeaf = typeof value === "number" || typeof value === "string";
    return [key, isLeaf ? distinct(value, at) : value] as const;
  });
  return Object.fromEntries(fields);
}

function copied(value: unknown): unknown {
  const plain = encodeLiteral(value);
  return plain === undefined ? value : decodeLiteral(plain);
}
