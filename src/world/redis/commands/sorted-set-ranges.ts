import type { Call, Commands } from "../call.ts";
import { floatNumber, wholeNumber } from "../numbers.ts";
import { double, RedisError, refused, type Reply } from "../reply.ts";
import { type Scored, SortedSet } from "../sorted-set.ts";

/** Commands on stretches of sorted sets. */
export const sortedSetRangeCommands: Commands = {
  zrange: [-4, "rk", (call) => rangeReply(call, rangeOptions(call, 3))],
  zrangestore: [-5, "wP", storeRange],
  zrevrange: [-4, "rk", (call) => rangeReply(call, fixedOptions(call, { isReverse: true }))],
  zrangebyscore: [-4, "rk", (call) => rangeReply(call, fixedOptions(call, { by: "SCORE" }))],
  zrevrangebyscore: [
    -4,
    "rk",
    (call) => rangeReply(call, fixedOptions(call, { by: "SCORE", isReverse: true })),
  ],
  zrangebylex: [-4, "rk", (call) => rangeReply(call, fixedOptions(call, { by: "LEX" }))],
  zrevrangebylex: [
    -4,
    "rk",
    (call) => rangeReply(call, fixedOptions(call, { by: "LEX", isReverse: true })),
  ],
  zcount: [4, "rk", (call) => inRange(call, 0, { by: "SCORE" }).length],
  zlexcount: [4, "rk", (call) => inRange(call, 0, { by: "LEX" }).length],
  zremrangebyscore: [4, "wk", (call) => removeRange(call, { by: "SCORE" })],
  zremrangebyrank: [4, "wk", (call) => removeRange(call, { by: "RANK" })],
  zremrangebylex: [4, "wk", (call) => removeRange(call, { by: "LEX" })],
  zunionstore: [-4, "w", (call) => combine(call, "union")],
  zinterstore: [-4, "w", (call) => combine(call, "intersection")],
};

// --- inside ---

type By = "RANK" | "SCORE" | "LEX";

interface RangeOptions {
  by?: By;
  isReverse?: boolean;
  hasScores?: boolean;
  limit?: { readonly offset: number; readonly count: number };
}

/** What follows the two ends in a command that says all else by its name. */
function fixedOptions(call: Call, known: RangeOptions): RangeOptions {
  const given = rangeOptions(call, 3);
  if (given.by !== undefined || given.isReverse === true) throw refused.syntax();
  if (given.limit !== undefined && known.by === undefined) throw refused.syntax();
  return { ...given, ...known };
}

function rangeOptions(call: Call, from: number): RangeOptions {
  const options: RangeOptions = {};
  for (let index = from; index < call.args.length; index++) {
    const word = call.word(index);
    if (word === "BYSCORE") options.by = "SCORE";
    else if (word === "BYLEX") options.by = "LEX";
    else if (word === "REV") options.isReverse = true;
    else if (word === "WITHSCORES") options.hasScores = true;
    else if (word === "LIMIT") {
      const offset = wholeNumber(call.at(index + 1));
      options.limit = { offset, count: wholeNumber(call.at(index + 2)) };
      index += 2;
    } else throw refused.syntax();
  }
  if (call.name === "zrange" && options.limit !== undefined && options.by === undefined) {
    throw new RedisError(
      "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX",
    );
  }
  if (options.hasScores === true && options.by === "LEX") {
    throw new RedisError("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
  }
  return options;
}

function rangeReply(call: Call, options: RangeOptions): Reply {
  const found = limited(inRange(call, 0, options), options.limit);
  if (options.hasScores !== true) return found.map(({ member }) => member);
  return {
    kind: "pairs",
    items: found.map(({ member, score }) => [member, double(score)] as const),
  };
}

function limited(found: readonly Scored[], limit: RangeOptions["limit"]): readonly Scored[] {
  if (limit === undefined) return found;
  if (limit.offset < 0) return [];
  return found.slice(limit.offset, limit.count < 0 ? undefined : limit.offset + limit.count);
}

/** The members between the two ends that follow the key at an argument, in their order. */
function inRange(call: Call, at: number, { by, isReverse }: RangeOptions): readonly Scored[] {
  const isWithin = by === undefined || by === "RANK" ? undefined : within(call, at, isReverse);
  const [first, last] = isWithin === undefined ? ranksOf(call, at) : [0, 0];
  const all = call.db.read(call.at(at), "zset")?.scored.all() ?? [];
  const ordered = isReverse === true ? all.toReversed() : all;
  if (isWithin !== undefined) return ordered.filter((scored) => isWithin(scored));
  const low = Math.max(0, first < 0 ? all.length + first : first);
  const high = last < 0 ? all.length + last : last;
  return high < low ? [] : ordered.slice(low, high + 1);

  function within(
    given: Call,
    from: number,
    isTurned: boolean | undefined,
  ): (scored: Scored) => boolean {
    const ends = [given.at(from + 1), given.at(from + 2)] as const;
    const [low_, high_] = isTurned === true ? [ends[1], ends[0]] : ends;
    return by === "LEX" ? withinTexts(low_, high_) : withinScores(low_, high_);
  }
}

function ranksOf(call: Call, at: number): [number, number] {
  return [wholeNumber(call.at(at + 1)), wholeNumber(call.at(at + 2))];
}

function withinScores(low: string, high: string): (scored: Scored) => boolean {
  const min = scoreEnd(low);
  const max = scoreEnd(high);
  return ({ score }) =>
    (min.isOpen ? score > min.value : score >= min.value) &&
    (max.isOpen ? score < max.value : score <= max.value);
}

function scoreEnd(text: string): { readonly value: number; readonly isOpen: boolean } {
  const error = (): RedisError => new RedisError("ERR min or max is not a float");
  const isOpen = text.startsWith("(");
  return { value: floatNumber(isOpen ? text.slice(1) : text, error), isOpen };
}

function withinTexts(low: string, high: string): (scored: Scored) => boolean {
  for (const end of [low, high]) {
    if (!/^(?:[-+]$|[[(])/.test(end)) {
      throw new RedisError("ERR min or max not valid string range item");
    }
  }
  const isAbove = (member: string): boolean => {
    if (low === "-" || low === "+") return low === "-";
    return low.startsWith("[") ? member >= low.slice(1) : member > low.slice(1);
  };
  const isBelow = (member: string): boolean => {
    if (high === "-" || high === "+") return high === "+";
    return high.startsWith("[") ? member <= high.slice(1) : member < high.slice(1);
  };
  return ({ member }) => isAbove(member) && isBelow(member);
}

function removeRange(call: Call, options: RangeOptions): Reply {
  const found = [...inRange(call, 0, options)];
  const scored = call.db.read(call.at(0), "zset")?.scored;
  for (const { member } of found) scored?.delete(member);
  if (found.length > 0) call.db.changed(call.at(0));
  return found.length;
}

function storeRange(call: Call): Reply {
  const options = rangeOptions(call, 4);
  if (options.hasScores === true) throw refused.syntax();
  return store(call, limited(inRange(call, 1, options), options.limit));
}

function store(call: Call, members: Iterable<Scored>): Reply {
  const scored = new SortedSet();
  for (const { member, score } of members) scored.set(member, score);
  if (scored.size === 0) call.db.delete(call.at(0));
  else call.db.put(call.at(0), { kind: "zset", scored });
  return scored.size;
}

function combine(call: Call, how: "union" | "intersection"): Reply {
  const count = wholeNumber(call.at(1));
  if (count < 1) {
    throw new RedisError(`ERR at least 1 input key is needed for '${call.name}' command`);
  }
  if (count > call.args.length - 2) throw refused.syntax();
  const { weights, join } = combineOptions(call, count);
  const sources = call.args.slice(2, count + 2).map((key, at) => {
    const weight = weights[at] ?? 1;
    return new Map(scoredOf(call, key).map(({ member, score }) => [member, score * weight]));
  });
  const totals = new Map<string, number>();
  for (const source of sources) {
    for (const [member, score] of source) {
      const before = totals.get(member);
      totals.set(member, before === undefined ? score : join(before, score));
    }
  }
  const isKept = (member: string): boolean =>
    how === "union" || sources.every((source) => source.has(member));
  const kept = [...totals].filter(([member]) => isKept(member));
  return store(
    call,
    kept.map(([member, score]) => ({ member, score: Number.isNaN(score) ? 0 : score })),
  );
}

/** A plain set counts as one whose scores are all 1. */
function scoredOf(call: Call, key: string): readonly Scored[] {
  const value = call.db.value(key);
  if (value?.kind === "set") return [...value.members].map((member) => ({ member, score: 1 }));
  return call.db.read(key, "zset")?.scored.all() ?? [];
}

const joins: Readonly<Record<string, (first: number, second: number) => number>> = {
  SUM: (first, second) => first + second,
  MIN: (first, second) => Math.min(first, second),
  MAX: (first, second) => Math.max(first, second),
};

function combineOptions(
  call: Call,
  count: number,
): { weights: number[]; join: (first: number, second: number) => number } {
  let weights: number[] = [];
  let join: ((first: number, second: number) => number) | undefined = joins["SUM"];
  let index = count + 2;
  while (index < call.args.length) {
    if (call.word(index) === "WEIGHTS" && index + count < call.args.length) {
      const error = (): RedisError => new RedisError("ERR weight value is not a float");
      weights = call.args
        .slice(index + 1, index + 1 + count)
        .map((text) => floatNumber(text, error));
      index += count + 1;
    } else if (call.word(index) === "AGGREGATE") {
      join = joins[call.word(index + 1)];
      index += 2;
    } else throw refused.syntax();
  }
  if (join === undefined) throw refused.syntax();
  return { weights, join };
}
