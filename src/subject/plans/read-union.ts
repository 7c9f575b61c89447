import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { isValidated } from "./brand-validator.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { weak } from "./shape-reader.ts";

/** Reads a union; of a huge one some members are enough to make values. */
export function readUnion(type: TS.UnionType, position: Position, reader: ShapeReader): Shape {
  const undefinedType = reader.project.checker.getUndefinedType();
  // A field that may be missing has a member of its own for that, which is not `undefined`.
  const members = type.types.filter(
    (member) => (member.flags & ts.TypeFlags.Undefined) === 0 || member === undefinedType,
  );
  if (position === "checked" && members.length > checkedCountMax) {
    return weak(`its type is a union of ${String(members.length)} types`);
  }
  const shapes = members.slice(0, madeOrAll(position)).map((one) => reader.read(one, position));
  return unionOf(shapes);
}

/** A union of shapes without repeats, and the shape itself where there is one. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === "union" ? shape.of : [shape]));
  const seen = new Map<string, Shape>();
  for (const shape of flat) {
    if (shape.kind !== "never") seen.set(JSON.stringify(shape), shape);
  }
  const isBoolean = seen.has(literalKey(true)) && seen.has(literalKey(false));
  if (isBoolean) {
    seen.delete(literalKey(true));
    seen.delete(literalKey(false));
    seen.set(JSON.stringify(boolean), boolean);
  }
  // The checker orders members by when it met them, which differs from program to program.
  const of = [...seen].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, kept]) => kept);
  const first = of[0];
  if (first === undefined) return { kind: "never" };
  if (of.length === 1) return first;
  const isOpen = shapes.some((shape) => shape.kind === "union" && shape.isOpen === true);
  return { kind: "union", of, ...(isOpen ? { isOpen } : {}) };
}

/** `string & { __brand: "Email" }`: the type that its values really have. */
export function baseOfBrand(type: TS.IntersectionType, reader: ShapeReader): TS.Type | undefined {
  const base = type.types.find((member) => (member.flags & primitiveFlags) !== 0);
  if (base === undefined) return undefined;
  // `string & {}` is only a string that keeps the hints of an editor.
  const isBrand = type.types.some(
    (member) => member !== base && reader.project.checker.getPropertiesOfType(member).length > 0,
  );
  if (isBrand && isValidated(type, reader.project)) {
    const name = type.aliasSymbol?.name ?? reader.project.checker.typeToString(type).slice(0, 80);
    reader.doubt(`\`${name}\` is a brand that is checked when it is made`);
  }
  return base;
}

// --- inside ---

const madeCountMax = 100;
const checkedCountMax = 1000;

function madeOrAll(position: Position): number {
  return position === "made" ? madeCountMax : checkedCountMax;
}

const primitiveFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.ESSymbolLike;

const boolean: Shape = { kind: "boolean" };

function literalKey(value: boolean): string {
  return JSON.stringify({ kind: "literal", value });
}
