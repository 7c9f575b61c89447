import type { Call, Commands } from "../call.ts";
import { floatNumber, wholeNumber } from "../numbers.ts";
import { double, noArray, RedisError, refused, type Reply } from "../reply.ts";
import type { Scored, SortedSet } from "../sorted-set.ts";
import { drawSome } from "./draw-some.ts";

/** Commands on members of sorted sets. */
export const sortedSetCommands: Commands = {
  zadd: [-4, "wk", add],
  zincrby: [4, "wk", increase],
  zrem: [-3, "wk", remove],
  zscore: [3, "rk", (call) => scoreReply(call, call.at(1))],
  zmscore: [-3, "rk", (call) => call.args.slice(1).map((member) => scoreReply(call, member))],
  zcard: [2, "rk", (call) => call.db.read(call.at(0), "zset")?.scored.size ?? 0],
  zrank: [3, "rk", (call) => rank(call, "MIN")],
  zrevrank: [3, "rk", (call) => rank(call, "MAX")],
  zpopmin: [-2, "wk", (call) => pop(call, "MIN")],
  zpopmax: [-2, "wk", (call) => pop(call, "MAX")],
  zmpop: [-4, "w", popFirst],
  zrandmember: [-2, "rk", random],
};

/** The end of a sorted set from which members are taken. */
export type ZEnd = "MIN" | "MAX";

/** Takes members from an end of the sorted set under a key. */
export function takeScored(
  call: Call,
  key: string,
  from: { readonly end: ZEnd; readonly count: number },
): readonly Scored[] {
  const scored = call.db.read(key, "zset")?.scored;
  if (scored === undefined || from.count === 0) return [];
  const ordered = from.end === "MIN" ? scored.all() : scored.all().toReversed();
  const taken = ordered.slice(0, from.count);
  for (const { member } of taken) scored.delete(member);
  call.db.changed(key);
  return taken;
}

// --- inside ---

interface AddOptions {
  readonly words: ReadonlySet<string>;
  /** Where scores and members begin. */
  readonly from: number;
}

function add(call: Call): Reply {
  const { words, from } = addOptions(call);
  const pairs: Scored[] = [];
  for (let at = from; at < call.args.length; at += 2) {
    pairs.push({ score: floatNumber(call.at(at)), member: call.at(at + 1) });
  }
  const isIncrease = words.has("INCR");
  const known = call.db.read(call.at(0), "zset")?.scored;
  if (known === undefined && words.has("XX")) return isIncrease ? null : 0;
  const { scored } = call.db.open(call.at(0), "zset");
  const counts = { added: 0, changed: 0 };
  let last: number | undefined;
  for (const pair of pairs) last = put(scored, pair, { words, counts });
  if (counts.added + counts.changed > 0 || scored.size === 0) call.db.changed(call.at(0));
  if (isIncrease) return last === undefined ? null : double(last);
  return words.has("CH") ? counts.added + counts.changed : counts.added;
}

function addOptions(call: Call): AddOptions {
  const words = new Set<string>();
  let from = 1;
  while (["NX", "XX", "GT", "LT", "CH", "INCR"].includes(call.word(from))) {
    words.add(call.word(from));
    from += 1;
  }
  const rest = call.args.length - from;
  if (rest === 0 || rest % 2 === 1) throw refused.syntax();
  if (words.has("NX") && words.has("XX")) {
    throw new RedisError("ERR XX and NX options at the same time are not compatible");
  }
  const limits = ["GT", "LT", "NX"].filter((word) => words.has(word));
  if (limits.length > 1) {
    throw new RedisError("ERR GT, LT, and/or NX options at the same time are not compatible");
  }
  if (words.has("INCR") && rest > 2) {
    throw new RedisError("ERR INCR option supports a single increment-element pair");
  }
  return { words, from };
}

/** Sets a score where the options allow it; the new score, or undefined where nothing was done. */
function put(
  scored: SortedSet,
  { member, score }: Scored,
  { words, counts }: { readonly words: ReadonlySet<string>; readonly counts: Counts },
): number | undefined {
  const before = scored.score(member);
  if (before === undefined ? words.has("XX") : words.has("NX")) return undefined;
  const next = words.has("INCR") ? (before ?? 0) + score : score;
  if (Number.isNaN(next)) throw notANumber();
  if (before !== undefined && words.has("GT") && next <= before) return undefined;
  if (before !== undefined && words.has("LT") && next >= before) return undefined;
  if (before === undefined) counts.added += 1;
  else if (before !== next) counts.changed += 1;
  if (before !== next) scored.set(member, next);
  return next;
}

interface Counts {
  added: number;
  changed: number;
}

function notANumber(): RedisError {
  return new RedisError("ERR resulting score is not a number (NaN)");
}

function increase(call: Call): Reply {
  const by = floatNumber(call.at(1));
  const before = call.db.read(call.at(0), "zset")?.scored.score(call.at(2)) ?? 0;
  if (Number.isNaN(before + by)) throw notANumber();
  call.db.open(call.at(0), "zset").scored.set(call.at(2), before + by);
  call.db.changed(call.at(0));
  return double(before + by);
}

function remove(call: Call): Reply {
  const scored = call.db.read(call.at(0), "zset")?.scored;
  const removed = call.args.slice(1).filter((member) => scored?.delete(member));
  if (removed.length > 0) call.db.changed(call.at(0));
  return removed.length;
}

function scoreReply(call: Call, member: string): Reply {
  const score = call.db.read(call.at(0), "zset")?.scored.score(member);
  return score === undefined ? null : double(score);
}

function rank(call: Call, from: ZEnd): Reply {
  const scored = call.db.read(call.at(0), "zset")?.scored;
  const place = scored?.rank(call.at(1));
  if (scored === undefined || place === undefined) return null;
  return from === "MIN" ? place : scored.size - 1 - place;
}

function pop(call: Call, end: ZEnd): Reply {
  if (call.args.length > 2) throw refused.syntax();
  const isOne = call.args.length === 1;
  const count = isOne ? 1 : wholeNumber(call.at(1), refused.outOfRange);
  if (count < 0) throw refused.outOfRange();
  const taken = takeScored(call, call.at(0), { end, count });
  const items = taken.map(({ member, score }) => [member, double(score)] as const);
  return isOne ? items.flat() : { kind: "pairs", items };
}

function popFirst(call: Call): Reply {
  const error = (): RedisError => new RedisError("ERR numkeys should be greater than 0");
  const keysCount = wholeNumber(call.at(0), error);
  if (keysCount < 1) throw error();
  const end = call.word(keysCount + 1);
  if (end !== "MIN" && end !== "MAX") throw refused.syntax();
  const hasCount = call.args.length > keysCount + 2;
  if (hasCount && call.word(keysCount + 2) !== "COUNT") throw refused.syntax();
  const count = hasCount ? wholeNumber(call.at(keysCount + 3)) : 1;
  if (count < 1) throw new RedisError("ERR count should be greater than 0");
  for (const key of call.args.slice(1, keysCount + 1)) {
    const taken = takeScored(call, key, { end, count });
    const items = taken.map(({ member, score }) => [member, double(score)]);
    if (items.length > 0) return [key, items];
  }
  return noArray;
}

function random(call: Call): Reply {
  const all = call.db.read(call.at(0), "zset")?.scored.all() ?? [];
  if (call.args.length === 1) return drawSome(call, all, 1)[0]?.member ?? null;
  if (call.args.length > 3 || (call.args.length === 3 && call.word(2) !== "WITHSCORES")) {
    throw refused.syntax();
  }
  const drawn = drawSome(call, all, wholeNumber(call.at(1)));
  if (call.args.length === 2) return drawn.map(({ member }) => member);
  return {
    kind: "pairs",
    items: drawn.map(({ member, score }) => [member, double(score)] as const),
  };
}
