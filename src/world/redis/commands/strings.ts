import { type Call, type Commands, uncovered } from "../call.ts";
import { bigNumber, floatNumber, floatSumText, int64Min, sumOf, wholeNumber } from "../numbers.ts";
import { ok, RedisError, refused, type Reply } from "../reply.ts";
import { expiryAt, readExpiry } from "./expiry.ts";

/** Commands on texts. */
export const stringCommands: Commands = {
  get: [2, "rk", (call) => textOf(call, call.at(0)) ?? null],
  set: [-3, "wk", set],
  setnx: [3, "wk", (call) => (setIfNew(call) ? 1 : 0)],
  setex: [4, "wk", (call) => setFor(call, 1_000)],
  psetex: [4, "wk", (call) => setFor(call, 1)],
  getset: [3, "wk", getSet],
  getdel: [2, "wk", getDelete],
  getex: [-2, "wk", getExpire],
  mget: [-2, "rK", (call) => call.args.map((key) => anyText(call, key))],
  mset: [-3, "wM", (call) => (putPairs(call), ok)],
  msetnx: [-3, "wM", setPairsIfNew],
  append: [3, "wk", append],
  strlen: [2, "rk", (call) => (textOf(call, call.at(0)) ?? "").length],
  getrange: [4, "rk", getRange],
  substr: [4, "rk", getRange],
  setrange: [4, "wk", setRange],
  incr: [2, "wk", (call) => add(call, 1n)],
  decr: [2, "wk", (call) => add(call, -1n)],
  incrby: [3, "wk", (call) => add(call, bigNumber(call.at(1)))],
  decrby: [3, "wk", decreaseBy],
  incrbyfloat: [3, "wk", addFloat],
  setbit: [4, "wk", setBit],
  getbit: [3, "rk", getBit],
  bitcount: [-2, "rk", countBits],
};

// --- inside ---

const textBytesMax = 512 * 1_024 * 1_024;

function textOf(call: Call, key: string): string | undefined {
  return call.db.read(key, "string")?.text;
}

function anyText(call: Call, key: string): string | null {
  const value = call.db.value(key);
  return value?.kind === "string" ? value.text : null;
}

/** Changes the text of a key and leaves the time at which it goes. */
function keep(call: Call, key: string, text: string): void {
  if (text.length > textBytesMax) {
    throw new RedisError("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  }
  call.db.open(key, "string").text = text;
  call.db.changed(key);
}

function set(call: Call): Reply {
  const key = call.at(0);
  const options = setOptions(call);
  const before = options.wantsOld ? (textOf(call, key) ?? null) : null;
  const isThere = call.db.value(key) !== undefined;
  if (options.only === (isThere ? "NX" : "XX")) return before;
  const keptMs = options.keepsExpiry ? call.db.expiryOf(key) : options.atMs;
  call.db.put(key, { kind: "string", text: call.at(1) });
  if (keptMs !== undefined) call.db.expire(key, keptMs);
  return options.wantsOld ? before : ok;
}

interface SetOptions {
  only?: "NX" | "XX";
  wantsOld?: boolean;
  keepsExpiry?: boolean;
  atMs?: number;
}

function setOptions(call: Call): SetOptions {
  const options: SetOptions = {};
  for (let index = 2; index < call.args.length; index++) {
    const word = call.word(index);
    if (word === "NX" || word === "XX") {
      if (options.only !== undefined && options.only !== word) throw refused.syntax();
      options.only = word;
    } else if (word === "GET") {
      options.wantsOld = true;
    } else if (word === "KEEPTTL" && options.atMs === undefined) {
      options.keepsExpiry = true;
    } else if (options.atMs === undefined && options.keepsExpiry !== true) {
      options.atMs = readExpiry(call, index);
      index += 1;
    } else {
      throw refused.syntax();
    }
  }
  return options;
}

function setIfNew(call: Call): boolean {
  if (call.db.value(call.at(0)) !== undefined) return false;
  call.db.put(call.at(0), { kind: "string", text: call.at(1) });
  return true;
}

function setFor(call: Call, unitMs: number): Reply {
  const atMs = expiryAt(call, wholeNumber(call.at(1)), { unitMs, isAbsolute: false });
  call.db.put(call.at(0), { kind: "string", text: call.at(2) });
  call.db.expire(call.at(0), atMs);
  return ok;
}

function getSet(call: Call): Reply {
  const before = textOf(call, call.at(0)) ?? null;
  call.db.put(call.at(0), { kind: "string", text: call.at(1) });
  return before;
}

function getDelete(call: Call): Reply {
  const before = textOf(call, call.at(0)) ?? null;
  call.db.delete(call.at(0));
  return before;
}

function getExpire(call: Call): Reply {
  const key = call.at(0);
  const isKept = call.word(1) === "PERSIST";
  if (call.args.length > (isKept ? 2 : 3)) throw refused.syntax();
  const atMs = call.args.length > 1 && !isKept ? readExpiry(call, 1) : undefined;
  const text = textOf(call, key);
  if (text === undefined) return null;
  if (call.args.length > 1) call.db.expire(key, atMs);
  return text;
}

function pairsOf(call: Call): (readonly [string, string])[] {
  if (call.args.length % 2 === 1) {
    throw new RedisError(`ERR wrong number of arguments for '${call.name}' command`);
  }
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < call.args.length; at += 2) pairs.push([call.at(at), call.at(at + 1)]);
  return pairs;
}

function putPairs(call: Call): void {
  for (const [key, text] of pairsOf(call)) call.db.put(key, { kind: "string", text });
}

function setPairsIfNew(call: Call): Reply {
  if (pairsOf(call).some(([key]) => call.db.value(key) !== undefined)) return 0;
  putPairs(call);
  return 1;
}

function append(call: Call): Reply {
  const text = (textOf(call, call.at(0)) ?? "") + call.at(1);
  keep(call, call.at(0), text);
  return text.length;
}

function getRange(call: Call): Reply {
  const text = textOf(call, call.at(0)) ?? "";
  const from = wholeNumber(call.at(1));
  const to = wholeNumber(call.at(2));
  const low = Math.max(0, from < 0 ? text.length + from : from);
  const high = to < 0 ? text.length + to : to;
  return text.slice(low, Math.max(0, high + 1));
}

function setRange(call: Call): Reply {
  const at = wholeNumber(call.at(1));
  if (at < 0) throw new RedisError("ERR offset is out of range");
  const text = textOf(call, call.at(0)) ?? "";
  const part = call.at(2);
  if (part === "") return text.length;
  if (at + part.length > textBytesMax) {
    throw new RedisError("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  }
  const next = text.padEnd(at, "\0").slice(0, at) + part + text.slice(at + part.length);
  keep(call, call.at(0), next);
  return next.length;
}

function add(call: Call, by: bigint): Reply {
  const next = sumOf(bigNumber(textOf(call, call.at(0)) ?? "0"), by);
  keep(call, call.at(0), String(next));
  return next;
}

function decreaseBy(call: Call): Reply {
  const by = bigNumber(call.at(1));
  if (by === int64Min) throw new RedisError("ERR decrement would overflow");
  return add(call, -by);
}

function addFloat(call: Call): Reply {
  const before = floatNumber(textOf(call, call.at(0)) ?? "0");
  const text = floatSumText(before, floatNumber(call.at(1)));
  keep(call, call.at(0), text);
  return text;
}

function bitPlace(call: Call): { readonly byte: number; readonly mask: number } {
  const error = (): RedisError =>
    new RedisError("ERR bit offset is not an integer or out of range");
  const at = wholeNumber(call.at(1), error);
  if (at < 0 || at >= 2 ** 32) throw error();
  return { byte: Math.floor(at / 8), mask: 128 >> (at % 8) };
}

function getBit(call: Call): Reply {
  const { byte, mask } = bitPlace(call);
  return ((textOf(call, call.at(0)) ?? "").charCodeAt(byte) & mask) === 0 ? 0 : 1;
}

function setBit(call: Call): Reply {
  const { byte, mask } = bitPlace(call);
  const bit = call.at(2);
  if (bit !== "0" && bit !== "1") {
    throw new RedisError("ERR bit is not an integer or out of range");
  }
  const text = (textOf(call, call.at(0)) ?? "").padEnd(byte + 1, "\0");
  const code = text.charCodeAt(byte);
  const next = String.fromCharCode(bit === "1" ? code | mask : code & ~mask);
  keep(call, call.at(0), text.slice(0, byte) + next + text.slice(byte + 1));
  return (code & mask) === 0 ? 0 : 1;
}

function countBits(call: Call): Reply {
  if (call.args.length > 1) throw uncovered(call, "BITCOUNT of a range");
  let count = 0;
  for (const byte of Buffer.from(textOf(call, call.at(0)) ?? "", "latin1")) {
    for (let rest = byte; rest > 0; rest &= rest - 1) count += 1;
  }
  return count;
}
