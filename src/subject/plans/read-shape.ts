import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { encodeLiteral } from "../../kernel/values/literal.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import type { Schemas } from "./find-schemas.ts";
import type { ProjectProgram } from "./project-program.ts";
import { readObject } from "./read-object.ts";
import { readTemplate } from "./read-template.ts";
import { readTypeParameter } from "./read-type-parameter.ts";
import { baseOfBrand, readUnion } from "./read-union.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { weak } from "./shape-reader.ts";

/** A reader with what it found on the way. */
export interface PlanShapes extends ShapeReader {
  /** Shapes by name, for values to be made and for values to be checked; no name is in both. */
  readonly definitions: Definitions;
  readonly doubts: string[];
  /** Whether the types were too large to be read in full. */
  isFull(position: Position): boolean;
  /** The constructors and factories that make parts of the values. */
  readonly makers: ReadonlySet<TS.Node>;
}

/** The shapes that others name. */
export type Definitions = Readonly<Record<Position, Map<string, Shape>>>;

/** Makes the reader of one plan: its definitions are those of the plan. */
export function createShapeReader(project: ProjectProgram, schemas: Schemas): PlanShapes {
  const frame: Frame = { bindings: new Map(), memo: newMemo() };
  const partsLeft = { made: partsCountMax, checked: partsCountMax };
  const state: State = { depth: 0, partsLeft, frame, frames: [frame] };
  const definitions: Definitions = { made: new Map(), checked: new Map() };
  const doubts: string[] = [];
  const makers = new Set<TS.Node>();
  const reader: PlanShapes = {
    project,
    definitions,
    doubts,
    makers,
    isFull: (position) => partsLeft[position] < 0,
    madeBy: (maker) => void makers.add(maker),
    doubt: (why) => void doubts.push(why),
    schemas,
    read: (type, position) => readWithin({ reader, state, definitions }, type, position),
    bind: (bindings, body) => {
      const outer = state.frame;
      state.frame = enterFrame(state, bindings);
      try {
        return body();
      } finally {
        state.frame = outer;
      }
    },
  };
  return reader;
}

// --- inside ---

/** Deeper than data that people declare; types that grow without end stop here. */
const depthMax = 40;
/** How many types one plan may consist of. */
const partsCountMax = 1500;

type Memo = Readonly<Record<Position, Map<TS.Type, string>>>;

interface State {
  depth: number;
  readonly partsLeft: Record<Position, number>;
  frame: Frame;
  readonly frames: Frame[];
}

/** What was read while type parameters meant the same. */
interface Frame {
  readonly bindings: ReadonlyMap<TS.Symbol, TS.Type>;
  /** The names under which types were read, or are being read. */
  readonly memo: Memo;
}

interface Reading {
  readonly reader: ShapeReader;
  readonly state: State;
  readonly definitions: Definitions;
}

function newMemo(): Memo {
  return { made: new Map(), checked: new Map() };
}

function enterFrame(state: State, more: ReadonlyMap<TS.Symbol, TS.Type>): Frame {
  const { bindings: outer } = state.frame;
  const bindings = new Map(outer);
  // The `T` of an inner class may be given as the `T` of the outer one.
  for (const [symbol, type] of more) bindings.set(symbol, outer.get(type.symbol) ?? type);
  const known = state.frames.find(
    (frame) =>
      frame.bindings.size === bindings.size &&
      [...bindings].every(([symbol, type]) => frame.bindings.get(symbol) === type),
  );
  if (known !== undefined) return known;
  const frame: Frame = { bindings, memo: newMemo() };
  state.frames.push(frame);
  return frame;
}

function readWithin(reading: Reading, type: TS.Type, position: Position): Shape {
  const { state } = reading;
  if (state.depth >= depthMax) return weak("its type is nested too deeply to be read");
  if (--state.partsLeft[position] < 0) return weak("its type is too large to be read");
  state.depth += 1;
  try {
    if (!isNamed(type, state)) return readType(reading, type, position);
    return readNamed(reading, type, position);
  } finally {
    state.depth -= 1;
  }
}

/** Types that may contain themselves are read once, and named where they are met. */
function isNamed(type: TS.Type, state: State): boolean {
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection)) === 0) return false;
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return false;
  return type.aliasSymbol !== undefined || type.symbol !== undefined || state.depth > 8;
}

function readNamed(reading: Reading, type: TS.Type, position: Position): Shape {
  const { state, definitions } = reading;
  const memo = state.frame.memo[position];
  const known = memo.get(type);
  if (known !== undefined) return { kind: "ref", name: known };
  const name = freeName(nameOf(type), definitions);
  memo.set(type, name);
  // The name is taken from here on; the shape follows.
  definitions[position].set(name, { kind: "never" });
  definitions[position].set(name, readType(reading, type, position));
  return { kind: "ref", name };
}

function nameOf(type: TS.Type): string {
  const name = type.aliasSymbol?.name ?? type.symbol?.name ?? "Type";
  return /^[\w$]+$/.test(name) && !name.startsWith("__") ? name : "Type";
}

function freeName(wanted: string, { made, checked }: Definitions): string {
  let name = wanted;
  for (let count = 2; made.has(name) || checked.has(name); count++) {
    name = `${wanted}${String(count)}`;
  }
  return name;
}

function readType(reading: Reading, type: TS.Type, position: Position): Shape {
  const { reader, state } = reading;
  const { flags } = type;
  const from = position === "made" ? reader.schemas.ofType(type) : undefined;
  if (from !== undefined) {
    return { kind: "schema", from, or: readPlainly(reading, type, position) };
  }
  if ((flags & ts.TypeFlags.TypeParameter) !== 0) {
    const bound = state.frame.bindings.get(type.symbol);
    if (bound !== undefined && bound !== type) return reader.read(bound, position);
    return readTypeParameter(type, position, reader);
  }
  return readPlainly(reading, type, position);
}

function readPlainly({ reader }: Reading, type: TS.Type, position: Position): Shape {
  const simple = readPrimitive(type, position) ?? readLiteral(type, position, reader);
  if (simple !== undefined) return simple;
  const { flags } = type;
  if (type.isUnion()) return readUnion(type, position, reader);
  if (type.isIntersection()) {
    const base = baseOfBrand(type, reader);
    if (base !== undefined) return reader.read(base, position);
    return readObject(type, position, reader);
  }
  if ((flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) !== 0) {
    return readTemplate(type, position, reader);
  }
  if ((flags & ts.TypeFlags.Object) !== 0) return readObject(type, position, reader);
  if ((flags & ts.TypeFlags.NonPrimitive) !== 0) {
    if (position === "checked") return weak("it is declared as `object`");
    return anyObject;
  }
  return readDeferred(type, reader);
}

/** Data in data: what walks through objects goes wrong below their first fields. */
const flatObject: Shape = { kind: "record", key: { kind: "string" }, value: { kind: "number" } };
const anyObject: Shape = {
  ...flatObject,
  value: { kind: "union", of: [{ kind: "number" }, flatObject] },
};

/** Types that wait for a type parameter: `T[K]`, `keyof T`, a conditional type. */
function readDeferred(type: TS.Type, { project }: ShapeReader): Shape {
  // A conditional type that calls itself is written out in full, and takes all memory there is.
  const isLong = (type.flags & ts.TypeFlags.Conditional) !== 0;
  const text = isLong ? type.aliasSymbol?.name : project.checker.typeToString(type).slice(0, 80);
  const named = text === undefined ? "its type" : `its type \`${text}\``;
  return weak(`${named} depends on what the caller chooses`);
}

const primitives: readonly (readonly [TS.TypeFlags, Shape])[] = [
  [ts.TypeFlags.String, { kind: "string" }],
  [ts.TypeFlags.Number, { kind: "number" }],
  [ts.TypeFlags.Boolean, { kind: "boolean" }],
  [ts.TypeFlags.BigInt, { kind: "bigint" }],
  [ts.TypeFlags.ESSymbol, { kind: "symbol" }],
  [ts.TypeFlags.Null, { kind: "null" }],
  [ts.TypeFlags.Undefined, { kind: "undefined" }],
  [ts.TypeFlags.Never, { kind: "never" }],
  [ts.TypeFlags.Any, { kind: "weak", why: "it is declared as `any`" }],
  [ts.TypeFlags.Unknown, { kind: "weak", why: "it is declared as `unknown`" }],
];

function readPrimitive({ flags }: TS.Type, position: Position): Shape | undefined {
  if ((flags & ts.TypeFlags.Void) !== 0) {
    return { kind: position === "made" ? "undefined" : "void" };
  }
  return primitives.find(([flag]) => (flags & flag) !== 0)?.[1];
}

function readLiteral(
  type: TS.Type,
  position: Position,
  { project: { checker } }: ShapeReader,
): Shape | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return literal(type.value);
  if ((type.flags & ts.TypeFlags.BigIntLiteral) !== 0) {
    const { negative, base10Value } = (type as TS.BigIntLiteralType).value;
    return literal(BigInt(`${negative ? "-" : ""}${base10Value}`));
  }
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) {
    return literal(checker.typeToString(type) === "true");
  }
  if ((type.flags & ts.TypeFlags.UniqueESSymbol) !== 0) {
    if (position === "checked") return { kind: "symbol" };
    return {
      kind: "blocked",
      why: `it must be the symbol \`${checker.typeToString(type).slice(0, 80)}\` itself`,
      help: "give the arguments with a fixture",
    };
  }
  // An enum whose members are computed is not a union of literals; any number may be one.
  const isOpenEnum = (type.flags & ts.TypeFlags.Enum) !== 0 && !type.isUnion();
  return isOpenEnum ? { kind: "number" } : undefined;
}

function literal(value: string | number | bigint | boolean): Shape {
  const encoded = encodeLiteral(value);
  return encoded === undefined
    ? weak("its literal type is too long to be kept")
    : { kind: "literal", value: encoded };
}
