import { type Call, type Commands, uncovered } from "../call.ts";
import { fitsGlob } from "../glob.ts";
import type { Value } from "../keyspace.ts";
import { wholeNumber } from "../numbers.ts";
import { ok, RedisError, refused, type Reply, status } from "../reply.ts";
import { SortedSet } from "../sorted-set.ts";
import type { TimeKind } from "./expiry.ts";

/** Commands on keys, whatever they hold. */
export const keyCommands: Commands = {
  del: [-2, "wK", remove],
  unlink: [-2, "wK", remove],
  exists: [-2, "rK", (call) => countWhere(call, (key) => call.db.value(key) !== undefined)],
  touch: [-2, "rK", (call) => countWhere(call, (key) => call.db.value(key) !== undefined)],
  type: [2, "rk", (call) => status(call.db.value(call.at(0))?.kind ?? "none")],
  expire: [-3, "wk", (call) => expire(call, { unitMs: 1_000, isAbsolute: false })],
  pexpire: [-3, "wk", (call) => expire(call, { unitMs: 1, isAbsolute: false })],
  expireat: [-3, "wk", (call) => expire(call, { unitMs: 1_000, isAbsolute: true })],
  pexpireat: [-3, "wk", (call) => expire(call, { unitMs: 1, isAbsolute: true })],
  ttl: [
    2,
    "rk",
    (call) => left(call, (atMs) => Math.floor((atMs - call.host.nowMs() + 500) / 1_000)),
  ],
  pttl: [2, "rk", (call) => left(call, (atMs) => atMs - call.host.nowMs())],
  expiretime: [2, "rk", (call) => left(call, (atMs) => Math.floor((atMs + 500) / 1_000))],
  pexpiretime: [2, "rk", (call) => left(call, (atMs) => atMs)],
  persist: [2, "wk", persist],
  keys: [2, "r", (call) => call.db.keys().filter((key) => fitsGlob(call.at(0), key))],
  randomkey: [1, "r", randomKey],
  rename: [3, "wP", (call) => (rename(call), ok)],
  renamenx: [3, "wP", renameIfNew],
  copy: [-3, "wP", copy],
  move: [3, "wk", move],
  dbsize: [1, "r", (call) => call.db.keys().length],
  flushdb: [-1, "w", (call) => (call.db.clear(), ok)],
  flushall: [-1, "w", flushAll],
};

// --- inside ---

function countWhere(call: Call, isCounted: (key: string) => boolean): number {
  return call.args.filter((key) => isCounted(key)).length;
}

function remove(call: Call): Reply {
  return countWhere(call, (key) => call.db.value(key) !== undefined && call.db.delete(key));
}

function left(call: Call, tell: (atMs: number) => number): Reply {
  if (call.db.value(call.at(0)) === undefined) return -2;
  const atMs = call.db.expiryOf(call.at(0));
  return atMs === undefined ? -1 : tell(atMs);
}

function expire(call: Call, { unitMs, isAbsolute }: TimeKind): Reply {
  const key = call.at(0);
  const atMs = wholeNumber(call.at(1)) * unitMs + (isAbsolute ? 0 : call.host.nowMs());
  const conditions = expireConditions(call);
  if (Math.abs(atMs) > 2 ** 63) {
    throw new RedisError(`ERR invalid expire time in '${call.name}' command`);
  }
  if (call.db.value(key) === undefined) return 0;
  const beforeMs = call.db.expiryOf(key);
  if (conditions.has("NX") && beforeMs !== undefined) return 0;
  if (conditions.has("XX") && beforeMs === undefined) return 0;
  if (conditions.has("GT") && (beforeMs === undefined || atMs <= beforeMs)) return 0;
  if (conditions.has("LT") && beforeMs !== undefined && atMs >= beforeMs) return 0;
  if (atMs <= call.host.nowMs()) call.db.delete(key);
  else call.db.expire(key, atMs);
  return 1;
}

function expireConditions(call: Call): Set<string> {
  const words = new Set<string>();
  for (let index = 2; index < call.args.length; index++) {
    const word = call.word(index);
    if (!["NX", "XX", "GT", "LT"].includes(word)) {
      throw new RedisError(`ERR Unsupported option ${call.at(index)}`);
    }
    words.add(word);
  }
  if (words.has("NX") && words.size > 1) {
    throw new RedisError("ERR NX and XX, GT or LT options at the same time are not compatible");
  }
  if (words.has("GT") && words.has("LT")) {
    throw new RedisError("ERR GT and LT options at the same time are not compatible");
  }
  return words;
}

function persist(call: Call): Reply {
  const key = call.at(0);
  if (call.db.value(key) === undefined || call.db.expiryOf(key) === undefined) return 0;
  call.db.expire(key, undefined);
  return 1;
}

function randomKey(call: Call): Reply {
  const keys = call.db.keys();
  return keys.length === 0 ? null : (keys[call.host.draw("redis key", keys.length)] ?? null);
}

function rename(call: Call): void {
  const [from, to] = [call.at(0), call.at(1)];
  const value = call.db.value(from);
  if (value === undefined) throw refused.noKey();
  if (from === to) return;
  const atMs = call.db.expiryOf(from);
  call.db.delete(from);
  call.db.put(to, value);
  if (atMs !== undefined) call.db.expire(to, atMs);
}

function renameIfNew(call: Call): Reply {
  if (call.db.value(call.at(0)) === undefined) throw refused.noKey();
  if (call.db.value(call.at(1)) !== undefined) return 0;
  rename(call);
  return 1;
}

function copy(call: Call): Reply {
  const [from, to] = [call.at(0), call.at(1)];
  if (call.word(2) === "DB") throw uncovered(call, "COPY with DB");
  if (call.args.length > 3 || (call.args.length === 3 && call.word(2) !== "REPLACE")) {
    throw refused.syntax();
  }
  if (from === to) throw new RedisError("ERR source and destination objects are the same");
  const value = call.db.value(from);
  if (value === undefined) return 0;
  if (call.db.value(to) !== undefined && call.args.length === 2) return 0;
  if (value.kind === "stream") throw uncovered(call, "COPY of a stream");
  const atMs = call.db.expiryOf(from);
  call.db.put(to, copyOf(value));
  if (atMs !== undefined) call.db.expire(to, atMs);
  return 1;
}

function copyOf(value: Exclude<Value, { kind: "stream" }>): Value {
  switch (value.kind) {
    case "string":
      return { ...value };
    case "hash":
      return { kind: "hash", fields: new Map(value.fields) };
    case "list":
      return { kind: "list", items: [...value.items] };
    case "set":
      return { kind: "set", members: new Set(value.members) };
    case "zset": {
      const scored = new SortedSet();
      for (const { member, score } of value.scored.all()) scored.set(member, score);
      return { kind: "zset", scored };
    }
  }
}

function move(call: Call): Reply {
  const target = call.host.databases[wholeNumber(call.at(1))];
  if (target === undefined) throw new RedisError("ERR DB index is out of range");
  if (target === call.db) {
    throw new RedisError("ERR source and destination objects are the same");
  }
  const value = call.db.value(call.at(0));
  if (value === undefined || target.value(call.at(0)) !== undefined) return 0;
  const atMs = call.db.expiryOf(call.at(0));
  call.db.delete(call.at(0));
  target.put(call.at(0), value);
  if (atMs !== undefined) target.expire(call.at(0), atMs);
  return 1;
}

function flushAll(call: Call): Reply {
  for (const db of call.host.databases) db.clear();
  return ok;
}
