import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { unionOf } from "./read-union.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { weak } from "./shape-reader.ts";

/** Reads arrays and tuples; undefined for what is neither. */
export function readSequence(
  type: TS.Type,
  position: Position,
  reader: ShapeReader,
): Shape | undefined {
  const { checker } = reader.project;
  if (checker.isTupleType(type)) return readTuple(type as TS.TupleTypeReference, position, reader);
  if (checker.isArrayType(type)) {
    const element = checker.getTypeArguments(type as TS.TypeReference)[0];
    return element && { kind: "array", of: reader.read(element, position) };
  }
  // An interface that extends Array: what it adds is seldom required.
  if (!checker.isArrayLikeType(type)) return undefined;
  // This one has at least one text, and `raw`, which no list that is made here has.
  const isTemplate = (type.symbol as TS.Symbol | undefined)?.name === "TemplateStringsArray";
  if (isTemplate && position === "made") return weak("only a template makes it");
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  return element && { kind: "array", of: reader.read(element, position) };
}

// --- inside ---

function readTuple(type: TS.TupleTypeReference, position: Position, reader: ShapeReader): Shape {
  const { checker } = reader.project;
  const { elementFlags } = type.target;
  const elements = checker.getTypeArguments(type);
  const items: { shape: Shape; isOptional: boolean }[] = [];
  let rest: Shape | undefined;
  let hasItemsAfterRest = false;
  for (const [index, element] of elements.entries()) {
    const flags = elementFlags[index] ?? ts.ElementFlags.Required;
    const isVariadic = (flags & ts.ElementFlags.Variadic) !== 0;
    // A spread of a type parameter, `...T`, holds what the arrays of its constraint hold.
    const item = isVariadic
      ? (checker.getIndexTypeOfType(element, ts.IndexKind.Number) ?? element)
      : element;
    const shape = reader.read(item, position);
    if ((flags & (ts.ElementFlags.Rest | ts.ElementFlags.Variadic)) !== 0) {
      rest = shape;
      continue;
    }
    hasItemsAfterRest ||= rest !== undefined;
    items.push({ shape, isOptional: (flags & ts.ElementFlags.Optional) !== 0 });
  }
  if (rest === undefined) return { kind: "tuple", items };
  if (!hasItemsAfterRest) return { kind: "tuple", items, rest };
  // Nothing in the middle is one way to fill `[string, ...number[], string]`.
  if (position === "made") return { kind: "tuple", items };
  return { kind: "array", of: unionOf([...items.map(({ shape }) => shape), rest]) };
}
