import type { Call, Commands } from "../call.ts";
import { wholeNumber } from "../numbers.ts";
import { RedisError, refused, type Reply } from "../reply.ts";
import { drawSome } from "./draw-some.ts";

/** Commands on sets. */
export const setCommands: Commands = {
  sadd: [-3, "wk", add],
  srem: [-3, "wk", remove],
  sismember: [3, "rk", (call) => (membersOf(call, call.at(0)).has(call.at(1)) ? 1 : 0)],
  smismember: [-3, "rk", areMembers],
  smembers: [2, "rk", (call) => setReply(membersOf(call, call.at(0)))],
  scard: [2, "rk", (call) => membersOf(call, call.at(0)).size],
  spop: [-2, "wk", pop],
  srandmember: [-2, "rk", random],
  smove: [4, "wP", move],
  sinter: [-2, "rK", (call) => setReply(intersection(call, call.args))],
  sunion: [-2, "rK", (call) => setReply(union(call, call.args))],
  sdiff: [-2, "rK", (call) => setReply(difference(call, call.args))],
  sinterstore: [-3, "wK", (call) => store(call, intersection(call, call.args.slice(1)))],
  sunionstore: [-3, "wK", (call) => store(call, union(call, call.args.slice(1)))],
  sdiffstore: [-3, "wK", (call) => store(call, difference(call, call.args.slice(1)))],
  sintercard: [-3, "r", countIntersection],
};

// --- inside ---

type Members = ReadonlySet<string>;

function membersOf(call: Call, key: string): Members {
  return call.db.read(key, "set")?.members ?? new Set<string>();
}

/** Small sets of whole numbers are kept in order by Redis; others come as they came. */
function setReply(members: Members): Reply {
  const items = [...members];
  const isInOrder = items.every((item) => /^(?:0|-?[1-9]\d{0,14})$/.test(item));
  if (isInOrder) items.sort((first, second) => Number(first) - Number(second));
  return { kind: "set", items };
}

function add(call: Call): Reply {
  const { members } = call.db.open(call.at(0), "set");
  const before = members.size;
  for (const member of call.args.slice(1)) members.add(member);
  if (members.size > before) call.db.changed(call.at(0));
  return members.size - before;
}

function remove(call: Call): Reply {
  const set = call.db.read(call.at(0), "set");
  const removed = call.args.slice(1).filter((member) => set?.members.delete(member));
  if (removed.length > 0) call.db.changed(call.at(0));
  return removed.length;
}

function areMembers(call: Call): Reply {
  const members = membersOf(call, call.at(0));
  return call.args.slice(1).map((member) => (members.has(member) ? 1 : 0));
}

function pop(call: Call): Reply {
  if (call.args.length > 2) throw refused.syntax();
  const isOne = call.args.length === 1;
  const count = isOne ? 1 : wholeNumber(call.at(1), refused.outOfRange);
  if (count < 0) throw refused.outOfRange();
  const set = call.db.read(call.at(0), "set");
  const drawn = drawSome(call, [...(set?.members ?? [])], count);
  for (const member of drawn) set?.members.delete(member);
  if (drawn.length > 0) call.db.changed(call.at(0));
  return isOne ? (drawn[0] ?? null) : { kind: "set", items: drawn };
}

function random(call: Call): Reply {
  if (call.args.length > 2) throw refused.syntax();
  const members = [...membersOf(call, call.at(0))];
  if (call.args.length === 1) return drawSome(call, members, 1)[0] ?? null;
  return drawSome(call, members, wholeNumber(call.at(1)));
}

function move(call: Call): Reply {
  const [from, to, member] = [call.at(0), call.at(1), call.at(2)];
  const source = call.db.read(from, "set");
  const target = call.db.read(to, "set");
  if (source?.members.has(member) !== true) return 0;
  if (source === target) return 1;
  source.members.delete(member);
  call.db.changed(from);
  call.db.open(to, "set").members.add(member);
  call.db.changed(to);
  return 1;
}

function intersection(call: Call, keys: readonly string[]): Members {
  const [first = new Set<string>(), ...others] = keys.map((key) => membersOf(call, key));
  return new Set([...first].filter((member) => others.every((other) => other.has(member))));
}

function union(call: Call, keys: readonly string[]): Members {
  return new Set(keys.flatMap((key) => [...membersOf(call, key)]));
}

function difference(call: Call, keys: readonly string[]): Members {
  const [first = new Set<string>(), ...others] = keys.map((key) => membersOf(call, key));
  return new Set([...first].filter((member) => others.every((other) => !other.has(member))));
}

function store(call: Call, members: Members): Reply {
  const key = call.at(0);
  if (members.size === 0) call.db.delete(key);
  else call.db.put(key, { kind: "set", members: new Set(members) });
  return members.size;
}

function countIntersection(call: Call): Reply {
  const error = (): RedisError => new RedisError("ERR numkeys should be greater than 0");
  const count = wholeNumber(call.at(0), error);
  if (count < 1) throw error();
  if (count > call.args.length - 1) {
    throw new RedisError("ERR Number of keys can't be greater than number of args");
  }
  const rest = call.args.slice(count + 1);
  if (rest.length > 0 && (rest.length !== 2 || call.word(count + 1) !== "LIMIT")) {
    throw refused.syntax();
  }
  const limit = rest.length === 0 ? 0 : wholeNumber(call.at(count + 2));
  const { size } = intersection(call, call.args.slice(1, count + 1));
  return limit > 0 ? Math.min(limit, size) : size;
}
