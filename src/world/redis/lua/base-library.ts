import { type Arguments, type Library, libraryTable } from "./arguments.ts";
import { isLess, numberIn, setIndex, shownText, toNumber } from "./operators.ts";
import { callValue, failAt, isTrue, LuaError, LuaTable, type LuaValue, typeOf } from "./values.ts";

/** The functions that have no library. */
export const baseLibrary: Library = {
  type: (args) => typeOf(args.any(0)),
  tostring: (args) => (args.any(0), args.shown(0)),
  tonumber: number,
  pairs: (args) => [iterate(args.table(0)), args.table(0), undefined],
  ipairs: (args) => [nextNumbered, args.table(0), 0],
  next: following,
  select,
  unpack,
  pcall: protectedCall,
  error: raise,
  assert: demand,
  rawget: (args) => args.table(0).get(args.all[1]),
  rawset: (args) => {
    setIndex(args.table(0), { key: args.all[1], value: args.all[2] }, args);
    return args.all[0];
  },
  rawequal: (args) => args.all[0] === args.all[1],
};

export const tableLibrary: Library = {
  insert,
  remove,
  concat,
  sort,
  getn: (args) => args.table(0).length,
  maxn: (args) =>
    [...args.table(0).entries()].reduce(
      (most, [key]) => (typeof key === "number" ? Math.max(most, key) : most),
      0,
    ),
  unpack,
};

export const mathLibrary: Library = {
  abs: (args) => Math.abs(args.number(0)),
  ceil: (args) => Math.ceil(args.number(0)),
  floor: (args) => Math.floor(args.number(0)),
  sqrt: (args) => Math.sqrt(args.number(0)),
  pow: (args) => args.number(0) ** args.number(1),
  exp: (args) => Math.exp(args.number(0)),
  log: (args) => Math.log(args.number(0)),
  log10: (args) => Math.log10(args.number(0)),
  fmod: (args) => args.number(0) % args.number(1),
  modf: (args) => [Math.trunc(args.number(0)), args.number(0) - Math.trunc(args.number(0))],
  max: (args) => Math.max(...args.all.map((_value, at) => args.number(at))),
  min: (args) => Math.min(...args.all.map((_value, at) => args.number(at))),
};

export const bitLibrary: Library = {
  band: (args) => args.all.reduce<number>((all, _value, at) => all & bits(args, at), -1),
  bor: (args) => args.all.reduce<number>((all, _value, at) => all | bits(args, at), 0),
  bxor: (args) => args.all.reduce<number>((all, _value, at) => all ^ bits(args, at), 0),
  bnot: (args) => ~bits(args, 0),
  lshift: (args) => bits(args, 0) << (args.number(1) & 31),
  rshift: (args) => (bits(args, 0) >>> (args.number(1) & 31)) | 0,
  arshift: (args) => bits(args, 0) >> (args.number(1) & 31),
  tobit: (args) => bits(args, 0),
  tohex: (args) => (bits(args, 0) >>> 0).toString(16).padStart(8, "0"),
};

/** `math` with its constants. */
export function mathTable(): LuaTable {
  const table = libraryTable(mathLibrary);
  table.set("pi", Math.PI);
  table.set("huge", Number.POSITIVE_INFINITY);
  return table;
}

// --- inside ---

function bits(args: Arguments, at: number): number {
  return Number(BigInt.asIntN(32, BigInt(Math.trunc(args.number(at)))));
}

function number(args: Arguments): LuaValue {
  const base = args.numberOr(1, 10);
  const value = args.any(0);
  return base === 10 ? toNumber(value) : numberIn(args.text(0), base);
}

/** Goes on where it was, also while the table loses entries. */
function iterate(table: LuaTable): LuaValue {
  const entries = table.entries();
  return () => {
    const { value, done } = entries.next();
    return done === true ? [undefined] : value;
  };
}

function nextNumbered([table, at]: readonly LuaValue[]): LuaValue[] {
  const key = Number(at) + 1;
  const value = table instanceof LuaTable ? table.get(key) : undefined;
  return value === undefined ? [undefined] : [key, value];
}

function following(args: Arguments): LuaValue[] {
  const after = args.all[1];
  let isNext = after === undefined;
  for (const entry of args.table(0).entries()) {
    if (isNext) return entry;
    isNext = entry[0] === after;
  }
  return [undefined];
}

function select(args: Arguments): readonly LuaValue[] {
  if (args.all[0] === "#") return [args.all.length - 1];
  const from = args.number(0);
  if (from === 0) args.fail(0, "index out of range");
  return args.all.slice(from);
}

const unpackedMax = 8_000;

function unpack(args: Arguments): LuaValue[] {
  const table = args.table(0);
  const from = args.numberOr(1, 1);
  const to = args.numberOr(2, table.length);
  if (to - from >= unpackedMax) throw failAt(args.machine, "too many results to unpack");
  const values: LuaValue[] = [];
  for (let at = from; at <= to; at++) values.push(table.get(at));
  return values;
}

function protectedCall(args: Arguments): LuaValue[] {
  const { depth } = args.machine;
  try {
    return [true, ...callValue(args.any(0), args.all.slice(1), args.machine)];
  } catch (thrown) {
    if (!(thrown instanceof LuaError)) throw thrown;
    args.machine.depth = depth;
    const { value } = thrown;
    // Scripts of old compare texts, so the error of a command comes as one.
    const text = value instanceof LuaTable ? value.get("err") : undefined;
    return [false, text ?? value];
  }
}

function raise(args: Arguments): never {
  const [value] = args.all;
  const hasPlace = typeof value === "string" && args.numberOr(1, 1) !== 0;
  throw hasPlace ? failAt(args.machine, value) : new LuaError(value);
}

function demand(args: Arguments): readonly LuaValue[] {
  if (isTrue(args.any(0))) return args.all;
  throw failAt(args.machine, args.all.length > 1 ? args.text(1) : "assertion failed!");
}

function insert(args: Arguments): readonly LuaValue[] {
  const table = args.table(0);
  if (args.all.length === 2) {
    setIndex(table, { key: table.length + 1, value: args.all[1] }, args);
    return [];
  }
  if (args.all.length !== 3) {
    throw failAt(args.machine, "wrong number of arguments to 'insert'");
  }
  const place = args.number(1);
  for (let at = table.length; at >= place; at--) table.set(at + 1, table.get(at));
  setIndex(table, { key: place, value: args.all[2] }, args);
  return [];
}

function remove(args: Arguments): readonly LuaValue[] {
  const table = args.table(0);
  const { length } = table;
  const place = args.numberOr(1, length);
  if (length === 0 || place < 1 || place > length) return [];
  const removed = table.get(place);
  for (let at = place; at < length; at++) table.set(at, table.get(at + 1));
  table.set(length, undefined);
  return [removed];
}

function concat(args: Arguments): string {
  const table = args.table(0);
  const between = args.all[1] === undefined ? "" : args.text(1);
  const parts: string[] = [];
  for (let at = args.numberOr(2, 1); at <= args.numberOr(3, table.length); at++) {
    const value = table.get(at);
    if (typeof value !== "string" && typeof value !== "number") {
      const problem = `invalid value (${typeOf(value)}) at index ${at} in table for 'concat'`;
      throw failAt(args.machine, problem);
    }
    parts.push(shownText(value));
  }
  return parts.join(between);
}

function sort(args: Arguments): readonly LuaValue[] {
  const table = args.table(0);
  const by = args.all[1];
  const isBefore = (first: LuaValue, second: LuaValue): boolean => {
    if (by !== undefined) return isTrue(callValue(by, [first, second], args.machine)[0]);
    return isLess(first, second, args.machine);
  };
  const sorted = table.list.toSorted((first, second) => {
    if (isBefore(first, second)) return -1;
    return isBefore(second, first) ? 1 : 0;
  });
  for (const [at, value] of sorted.entries()) table.set(at + 1, value);
  return [];
}
