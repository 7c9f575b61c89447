import { generalText } from "../numbers.ts";
import type { Arguments, Library } from "./arguments.ts";
import { failAt, LuaTable, type LuaValue, type Machine } from "./values.ts";

/** What `cjson.null` is: a value that is not nil. */
export const jsonNull: LuaTable = new LuaTable();
jsonNull.isOpaque = true;

/** The `cjson` of Redis. */
export const cjsonLibrary: Library = {
  encode: (args) => encoded(args.any(0), { machine: args.machine, depth: 0 }),
  decode: (args) => decoded(args),
  encode_keep_buffer: () => true,
  encode_max_depth: () => depthMax,
  decode_max_depth: () => depthMax,
};

// --- inside ---

const depthMax = 1_000;

interface Walk {
  readonly machine: Machine;
  readonly depth: number;
}

function encoded(value: LuaValue, walk: Walk): string {
  if (walk.depth > depthMax) {
    throw failAt(walk.machine, `Cannot serialise, excessive depth (${walk.depth})`);
  }
  if (value === undefined || value === jsonNull) return "null";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (Number.isFinite(value)) return generalText(value, 14);
    throw failAt(walk.machine, "Cannot serialise number: must not be NaN or Inf");
  }
  if (typeof value === "string") return quoted(value);
  if (value instanceof LuaTable) return encodedTable(value, { ...walk, depth: walk.depth + 1 });
  throw failAt(walk.machine, "Cannot serialise function: type not supported");
}

function encodedTable(table: LuaTable, walk: Walk): string {
  const entries = [...table.entries()];
  // An empty table is an object, as cjson has it.
  const isList = entries.length > 0 && entries.every(([key]) => isPlace(key));
  if (isList) {
    const length = entries.reduce((most, [key]) => Math.max(most, Number(key)), 0);
    if (length > 10 && length > entries.length * 2) {
      throw failAt(walk.machine, "Cannot serialise table: excessively sparse array");
    }
    const items = Array.from({ length }, (_item, at) => encoded(table.get(at + 1), walk));
    return `[${items.join(",")}]`;
  }
  const fields = entries.map(([key, value]) => {
    if (typeof key !== "string" && typeof key !== "number") {
      throw failAt(walk.machine, "Cannot serialise table: table key must be a number or string");
    }
    const name = typeof key === "number" ? generalText(key, 14) : key;
    return `${quoted(name)}:${encoded(value, walk)}`;
  });
  return `{${fields.join(",")}}`;
}

function isPlace(key: LuaValue): boolean {
  return typeof key === "number" && Number.isInteger(key) && key >= 1;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u007f": "\\u007f",
};

/** Bytes above 127 go as they are. */
function quoted(text: string): string {
  let escaped = "";
  for (const sign of text) {
    const isPlain = sign >= " " && escapes[sign] === undefined;
    const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
    escaped += isPlain ? sign : (escapes[sign] ?? `\\u${code}`);
  }
  return `"${escaped}"`;
}

function decoded(args: Arguments): LuaValue {
  const text = args.text(0);
  try {
    // Bytes are characters here; only what `\u` names has to become bytes.
    return fromJson(JSON.parse(text));
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const near = /^\s*$/.test(text) ? "T_END at character 1" : "invalid token at character 1";
    throw failAt(args.machine, `Expected value but found ${near}`);
  }
}

function fromJson(value: unknown): LuaValue {
  if (value === null) return jsonNull;
  if (typeof value === "string") return asBytes(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return LuaTable.of(value.map((item) => fromJson(item)));
  const table = new LuaTable();
  for (const [key, item] of Object.entries(value as object))
    table.set(asBytes(key), fromJson(item));
  return table;
}

/** Characters below 256 are bytes already; others came by `\u` and become UTF-8. */
function asBytes(text: string): string {
  let bytes = "";
  for (const one of text) bytes += one > "\u00ff" ? Buffer.from(one).toString("latin1") : one;
  return bytes;
}
