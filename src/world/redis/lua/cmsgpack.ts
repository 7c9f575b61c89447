import type { Arguments, Library } from "./arguments.ts";
import { failAt, LuaTable, type LuaValue } from "./values.ts";

/** The `cmsgpack` of Redis. */
export const cmsgpackLibrary: Library = {
  pack: (args) => args.all.map((value) => packed(value, args, 0)).join(""),
  unpack: (args) => unpackAll(args),
};

// --- inside ---

const depthMax = 16;

function packed(value: LuaValue, args: Arguments, depth: number): string {
  if (value === undefined || depth > depthMax) return "\u00c0";
  if (typeof value === "boolean") return value ? "\u00c3" : "\u00c2";
  if (typeof value === "number") return packedNumber(value);
  if (typeof value === "string") return packedText(value);
  if (value instanceof LuaTable) return packedTable(value, args, depth + 1);
  return "\u00c0";
}

function big(value: number, bytes: number): string {
  let text = "";
  for (let at = bytes - 1; at >= 0; at--) {
    text += String.fromCharCode(Math.floor(value / 256 ** at) % 256);
  }
  return text;
}

function packedNumber(value: number): string {
  if (!Number.isInteger(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return `\u00cb${bytes.toString("latin1")}`;
  }
  if (value >= 0) {
    if (value < 128) return big(value, 1);
    if (value < 2 ** 8) return `\u00cc${big(value, 1)}`;
    if (value < 2 ** 16) return `\u00cd${big(value, 2)}`;
    return value < 2 ** 32 ? `\u00ce${big(value, 4)}` : `\u00cf${big(value, 8)}`;
  }
  if (value >= -32) return big(256 + value, 1);
  if (value >= -128) return `\u00d0${big(2 ** 8 + value, 1)}`;
  if (value >= -(2 ** 15)) return `\u00d1${big(2 ** 16 + value, 2)}`;
  if (value >= -(2 ** 31)) return `\u00d2${big(2 ** 32 + value, 4)}`;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return `\u00d3${bytes.toString("latin1")}`;
}

function packedText(text: string): string {
  const { length } = text;
  if (length < 32) return String.fromCharCode(0xa0 | length) + text;
  if (length < 2 ** 8) return `\u00d9${big(length, 1)}${text}`;
  return length < 2 ** 16 ? `\u00da${big(length, 2)}${text}` : `\u00db${big(length, 4)}${text}`;
}

function packedTable(table: LuaTable, args: Arguments, depth: number): string {
  const entries = [...table.entries()];
  const isList = entries.length > 0 && entries.length === table.length;
  const header = (small: number, wide: number, count: number): string => {
    if (count < 16) return String.fromCharCode(small | count);
    return (
      String.fromCharCode(count < 2 ** 16 ? wide : wide + 1) + big(count, count < 2 ** 16 ? 2 : 4)
    );
  };
  const pack = (value: LuaValue): string => packed(value, args, depth);
  if (isList)
    return header(0x90, 0xdc, table.length) + table.list.map((item) => pack(item)).join("");
  const fields = entries.map(([key, value]) => pack(key) + pack(value));
  return header(0x80, 0xde, entries.length) + fields.join("");
}

function unpackAll(args: Arguments): LuaValue[] {
  const reader = new Reader(args);
  const values: LuaValue[] = [];
  while (!reader.isOver) values.push(reader.next());
  return values;
}

class Reader {
  readonly #args: Arguments;
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;

  constructor(args: Arguments) {
    this.#args = args;
    this.#bytes = Buffer.from(args.text(0), "latin1");
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): LuaValue {
    const mark = this.#whole(1);
    if (mark < 0x80) return mark;
    if (mark >= 0xe0) return mark - 256;
    if (mark < 0x90) return this.#map(mark & 15);
    if (mark < 0xa0) return this.#list(mark & 15);
    if (mark < 0xc0) return this.#text(mark & 31);
    return this.#marked(mark);
  }

  #marked(mark: number): LuaValue {
    if (mark === 0xc2 || mark === 0xc3) return mark === 0xc3;
    if (mark === 0xc0) return undefined;
    if (mark === 0xca) return this.#take(4).readFloatBE();
    if (mark === 0xcb) return this.#take(8).readDoubleBE();
    if (mark >= 0xcc && mark <= 0xcf) return this.#whole(2 ** (mark - 0xcc));
    if (mark >= 0xd0 && mark <= 0xd3) return this.#signed(2 ** (mark - 0xd0));
    if (mark >= 0xc4 && mark <= 0xc6) return this.#text(this.#whole(2 ** (mark - 0xc4)));
    if (mark >= 0xd9 && mark <= 0xdb) return this.#text(this.#whole(2 ** (mark - 0xd9)));
    if (mark === 0xdc || mark === 0xdd) return this.#list(this.#whole(mark === 0xdc ? 2 : 4));
    if (mark === 0xde || mark === 0xdf) return this.#map(this.#whole(mark === 0xde ? 2 : 4));
    throw failAt(this.#args.machine, "Bad data format in input.");
  }

  #take(count: number): Buffer {
    const part = this.#bytes.subarray(this.#at, this.#at + count);
    if (part.length < count) throw failAt(this.#args.machine, "Missing bytes in input.");
    this.#at += count;
    return part;
  }

  #whole(bytes: number): number {
    return this.#take(bytes).reduce((value, byte) => value * 256 + byte, 0);
  }

  #signed(bytes: number): number {
    const part = this.#take(bytes);
    return bytes === 8 ? Number(part.readBigInt64BE()) : part.readIntBE(0, bytes);
  }

  #text(length: number): string {
    return this.#take(length).toString("latin1");
  }

  #list(count: number): LuaTable {
    return this.#nested(() => {
      const table = new LuaTable();
      for (let at = 1; at <= count; at++) table.set(at, this.next());
      return table;
    });
  }

  #map(count: number): LuaTable {
    return this.#nested(() => {
      const table = new LuaTable();
      for (let at = 0; at < count; at++) {
        const key = this.next();
        const value = this.next();
        if (key !== undefined) table.set(key, value);
      }
      return table;
    });
  }

  #nested(read: () => LuaTable): LuaTable {
    this.#depth += 1;
    if (this.#depth > 100) throw failAt(this.#args.machine, "Bad data format in input.");
    const table = read();
    this.#depth -= 1;
    return table;
  }
}
