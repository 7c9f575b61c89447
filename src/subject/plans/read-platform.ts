import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { plainPresentValues, weak } from "./shape-reader.ts";

/** Reads a type of the language or of Node by its name; undefined for all others. */
export function readPlatform(
  type: TS.Type,
  position: Position,
  reader: ShapeReader,
): Shape | undefined {
  const symbol = type.symbol as TS.Symbol | undefined;
  if (symbol === undefined || !isOfPlatform(symbol, reader)) return undefined;
  const { checker } = reader.project;
  const isReference = (Reflect.get(type, "target") ?? undefined) !== undefined;
  const parts = isReference ? checker.getTypeArguments(type as TS.TypeReference) : [];
  const read = (index: number): Shape => {
    const part = parts[index];
    return part === undefined ? weak("its type is not said") : reader.read(part, position);
  };
  const name = fullName(symbol);
  const made = holders.get(name)?.(read) ?? simple(name, position);
  if (made !== undefined) return made;
  // An interface that only has fields is read like one of the user's.
  const isClass = (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Variable)) !== 0;
  if (!isClass) return undefined;
  if (position === "checked") return weak(`it is a \`${name}\``);
  return {
    kind: "blocked",
    why: `\`${name}\` is a class of the platform that cannot be made`,
    help: "give the arguments with a fixture",
  };
}

/** Whether a name is of the language or of Node, and not of the user or a package. */
export function isOfPlatform(symbol: TS.Symbol, { project }: ShapeReader): boolean {
  const file = symbol.declarations?.[0]?.getSourceFile();
  if (file === undefined) return false;
  if (project.program.isSourceFileDefaultLibrary(file)) return true;
  return /\/node_modules\/(?:@types\/node|undici-types|typescript6?|bun-types)\//.test(
    file.fileName,
  );
}

// --- inside ---

type Read = (index: number) => Shape;

const iterables =
  "Iterable Iterator IterableIterator IteratorObject Generator ArrayIterator MapIterator " +
  "SetIterator StringIterator RegExpStringIterator";
const asyncIterables =
  "AsyncIterable AsyncIterator AsyncIterableIterator AsyncIteratorObject AsyncGenerator";

function each(names: string, make: (read: Read) => Shape): [string, (read: Read) => Shape][] {
  return names.split(" ").map((name) => [name, make]);
}

const holders: ReadonlyMap<string, (read: Read) => Shape> = new Map([
  ...each("Map ReadonlyMap", (read) => ({ kind: "map", key: read(0), value: read(1) })),
  ...each("Set ReadonlySet", (read) => ({ kind: "set", of: read(0) })),
  ...each("Promise PromiseLike", (read) => ({ kind: "promise", of: read(0) })),
  ...each("ArrayLike ConcatArray", (read) => ({ kind: "array", of: read(0) })),
  ...each(iterables, (read) => ({ kind: "iterable", of: read(0), isAsync: false })),
  ...each(asyncIterables, (read) => ({ kind: "iterable", of: read(0), isAsync: true })),
]);

const bytes = new Set(
  (
    "Buffer Uint8Array Uint8ClampedArray Uint16Array Uint32Array Int8Array Int16Array Int32Array " +
    "Float16Array Float32Array Float64Array BigInt64Array BigUint64Array ArrayBuffer " +
    "SharedArrayBuffer DataView"
  ).split(" "),
);

const builtins = new Set(
  (
    "Date RegExp URL URLSearchParams Error TypeError RangeError SyntaxError ReferenceError " +
    "EvalError URIError AggregateError DOMException AbortSignal AbortController Headers Request " +
    "Response FormData Blob File TextEncoder TextDecoder ReadableStream WritableStream " +
    "TransformStream WeakMap WeakSet EventEmitter EventTarget Event Readable Writable Duplex " +
    "Transform PassThrough Console Intl.NumberFormat Intl.DateTimeFormat Intl.Collator " +
    "Intl.PluralRules Intl.ListFormat Intl.RelativeTimeFormat Intl.Segmenter"
  ).split(" "),
);

const wrappers: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["String", { kind: "string" }],
  ["Number", { kind: "number" }],
  ["Boolean", { kind: "boolean" }],
  ["BigInt", { kind: "bigint" }],
  ["Symbol", { kind: "symbol" }],
  ["ArrayBufferView", { kind: "bytes", type: "Uint8Array" }],
]);

const callables = new Set(["Function", "CallableFunction", "NewableFunction"]);

function simple(name: string, position: Position): Shape | undefined {
  if (bytes.has(name)) return { kind: "bytes", type: name };
  if (builtins.has(name)) return { kind: "builtin", name };
  if (callables.has(name)) {
    return { kind: "function", returns: weak("it is declared as `Function`"), paramsCount: 0 };
  }
  if (name === "Object") {
    return position === "made" ? plainPresentValues : weak("it is declared as `Object`");
  }
  return wrappers.get(name);
}

function fullName(symbol: TS.Symbol): string {
  const parent: unknown = Reflect.get(symbol, "parent");
  const isIntl = typeof parent === "object" && (parent as TS.Symbol | null)?.name === "Intl";
  return isIntl ? `Intl.${symbol.name}` : symbol.name;
}
