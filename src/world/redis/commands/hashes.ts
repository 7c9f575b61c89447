import type { Call, Commands } from "../call.ts";
import { bigNumber, floatNumber, floatSumText, sumOf, wholeNumber } from "../numbers.ts";
import { ok, RedisError, refused, type Reply } from "../reply.ts";
import { drawSome } from "./draw-some.ts";

/** Commands on hashes. */
export const hashCommands: Commands = {
  hset: [-4, "wk", setFields],
  hmset: [-4, "wk", (call) => (setFields(call), ok)],
  hsetnx: [4, "wk", setIfNew],
  hget: [3, "rk", (call) => fieldsOf(call).get(call.at(1)) ?? null],
  hmget: [-3, "rk", getMany],
  hgetall: [2, "rk", (call) => ({ kind: "map", items: [...fieldsOf(call)].flat() })],
  hdel: [-3, "wk", remove],
  hexists: [3, "rk", (call) => (fieldsOf(call).has(call.at(1)) ? 1 : 0)],
  hlen: [2, "rk", (call) => fieldsOf(call).size],
  hstrlen: [3, "rk", (call) => (fieldsOf(call).get(call.at(1)) ?? "").length],
  hkeys: [2, "rk", (call) => [...fieldsOf(call).keys()]],
  hvals: [2, "rk", (call) => [...fieldsOf(call).values()]],
  hincrby: [4, "wk", add],
  hincrbyfloat: [4, "wk", addFloat],
  hrandfield: [-2, "rk", random],
};

// --- inside ---

function fieldsOf(call: Call): ReadonlyMap<string, string> {
  return call.db.read(call.at(0), "hash")?.fields ?? new Map<string, string>();
}

function put(call: Call, field: string, value: string): void {
  call.db.open(call.at(0), "hash").fields.set(field, value);
  call.db.changed(call.at(0));
}

function setFields(call: Call): Reply {
  if (call.args.length % 2 === 0) {
    throw new RedisError(`ERR wrong number of arguments for '${call.name}' command`);
  }
  const before = fieldsOf(call).size;
  for (let at = 1; at < call.args.length; at += 2) put(call, call.at(at), call.at(at + 1));
  return fieldsOf(call).size - before;
}

function setIfNew(call: Call): Reply {
  if (fieldsOf(call).has(call.at(1))) return 0;
  put(call, call.at(1), call.at(2));
  return 1;
}

function getMany(call: Call): Reply {
  const fields = fieldsOf(call);
  return call.args.slice(1).map((field) => fields.get(field) ?? null);
}

function remove(call: Call): Reply {
  const hash = call.db.read(call.at(0), "hash");
  if (hash === undefined) return 0;
  const removed = call.args.slice(1).filter((field) => hash.fields.delete(field));
  if (removed.length > 0) call.db.changed(call.at(0));
  return removed.length;
}

function add(call: Call): Reply {
  const by = bigNumber(call.at(2));
  const error = (): RedisError => new RedisError("ERR hash value is not an integer");
  const next = sumOf(bigNumber(fieldsOf(call).get(call.at(1)) ?? "0", error), by);
  put(call, call.at(1), String(next));
  return next;
}

function addFloat(call: Call): Reply {
  const by = floatNumber(call.at(2));
  const error = (): RedisError => new RedisError("ERR hash value is not a float");
  const text = floatSumText(floatNumber(fieldsOf(call).get(call.at(1)) ?? "0", error), by);
  put(call, call.at(1), text);
  return text;
}

function random(call: Call): Reply {
  const pairs = [...fieldsOf(call)];
  if (call.args.length === 1) return drawSome(call, pairs, 1)[0]?.[0] ?? null;
  if (call.args.length > 3 || (call.args.length === 3 && call.word(2) !== "WITHVALUES")) {
    throw refused.syntax();
  }
  const drawn = drawSome(call, pairs, wholeNumber(call.at(1)));
  return call.args.length === 3 ? { kind: "pairs", items: drawn } : drawn.map(([field]) => field);
}
