import type { Call, Commands } from "../call.ts";
import { wholeNumber } from "../numbers.ts";
import { noArray, ok, RedisError, refused, type Reply } from "../reply.ts";

/** Commands on lists that never wait. */
export const listCommands: Commands = {
  lpush: [-3, "wk", (call) => push(call, "LEFT")],
  rpush: [-3, "wk", (call) => push(call, "RIGHT")],
  lpushx: [-3, "wk", (call) => pushIfThere(call, "LEFT")],
  rpushx: [-3, "wk", (call) => pushIfThere(call, "RIGHT")],
  lpop: [-2, "wk", (call) => pop(call, "LEFT")],
  rpop: [-2, "wk", (call) => pop(call, "RIGHT")],
  llen: [2, "rk", (call) => itemsOf(call).length],
  lrange: [4, "rk", range],
  lindex: [3, "rk", (call) => itemsOf(call).at(wholeNumber(call.at(1))) ?? null],
  lset: [4, "wk", setAt],
  linsert: [5, "wk", insert],
  lrem: [4, "wk", remove],
  ltrim: [4, "wk", trim],
  lpos: [-3, "rk", position],
  lmove: [5, "wP", (call) => moveItem(call, call.at(0), sidesOf(call)) ?? null],
  rpoplpush: [3, "wP", (call) => moveItem(call, call.at(0), backToFront) ?? null],
  lmpop: [-4, "w", (call) => popFirst(call, manyOptions(call, 0)) ?? noArray],
};

/** An end of a list. */
export type Side = "LEFT" | "RIGHT";

/** From which end of one list to which end of another. */
export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

export const backToFront: Sides = { from: "RIGHT", to: "LEFT" };

/** Takes items from an end of the list under a key; none where there is no list. */
export function takeItems(call: Call, key: string, from: { side: Side; count: number }): string[] {
  const list = call.db.read(key, "list");
  if (list === undefined || from.count === 0) return [];
  const count = Math.min(from.count, list.items.length);
  const taken =
    from.side === "LEFT"
      ? list.items.splice(0, count)
      : list.items.splice(list.items.length - count, count).toReversed();
  call.db.changed(key);
  return taken;
}

/** Moves one item to the list that the second argument names; undefined where there is none. */
export function moveItem(call: Call, from: string, sides: Sides): string | undefined {
  // The target is looked at first, so that nothing is lost where it is not a list.
  const source = call.db.read(from, "list");
  if (source === undefined) return undefined;
  call.db.read(call.at(1), "list");
  const [item] = takeItems(call, from, { side: sides.from, count: 1 });
  if (item === undefined) return undefined;
  const target = call.db.open(call.at(1), "list").items;
  if (sides.to === "LEFT") target.unshift(item);
  else target.push(item);
  call.db.changed(call.at(1));
  return item;
}

/** The ends that `LMOVE` and `BLMOVE` name. */
export function sidesOf(call: Call): Sides {
  return { from: sideOf(call, 2), to: sideOf(call, 3) };
}

/** What `LMPOP` and `BLMPOP` ask for. */
export interface ManyOptions {
  readonly keys: readonly string[];
  readonly side: Side;
  readonly count: number;
}

export function manyOptions(call: Call, at: number): ManyOptions {
  const error = (): RedisError => new RedisError("ERR numkeys should be greater than 0");
  const keysCount = wholeNumber(call.at(at), error);
  if (keysCount < 1) throw error();
  const keys = call.args.slice(at + 1, at + 1 + keysCount);
  const side = sideOf(call, at + 1 + keysCount);
  const rest = at + 2 + keysCount;
  if (call.args.length === rest) return { keys, side, count: 1 };
  if (call.word(rest) !== "COUNT" || call.args.length !== rest + 2) throw refused.syntax();
  const tooFew = (): RedisError => new RedisError("ERR count should be greater than 0");
  const count = wholeNumber(call.at(rest + 1), tooFew);
  if (count < 1) throw tooFew();
  return { keys, side, count };
}

/** Takes from the first of several lists that has something. */
export function popFirst(call: Call, options: ManyOptions): Reply | undefined {
  for (const key of options.keys) {
    const taken = takeItems(call, key, options);
    if (taken.length > 0) return [key, taken];
  }
  return undefined;
}

// --- inside ---

function itemsOf(call: Call): readonly string[] {
  return call.db.read(call.at(0), "list")?.items ?? [];
}

function sideOf(call: Call, index: number): Side {
  const word = call.word(index);
  if (word !== "LEFT" && word !== "RIGHT") throw refused.syntax();
  return word;
}

function push(call: Call, side: Side): Reply {
  const { items } = call.db.open(call.at(0), "list");
  const added = call.args.slice(1);
  if (side === "LEFT") items.unshift(...added.toReversed());
  else items.push(...added);
  call.db.changed(call.at(0));
  return items.length;
}

function pushIfThere(call: Call, side: Side): Reply {
  return call.db.read(call.at(0), "list") === undefined ? 0 : push(call, side);
}

function pop(call: Call, side: Side): Reply {
  if (call.args.length > 2) {
    throw new RedisError(`ERR wrong number of arguments for '${call.name}' command`);
  }
  const isOne = call.args.length === 1;
  const count = isOne ? 1 : wholeNumber(call.at(1), refused.outOfRange);
  if (count < 0) throw refused.outOfRange();
  const isThere = call.db.read(call.at(0), "list") !== undefined;
  const taken = takeItems(call, call.at(0), { side, count });
  if (isOne) return taken[0] ?? null;
  return isThere ? taken : noArray;
}

function range(call: Call): Reply {
  const items = itemsOf(call);
  const [from, to] = bounds(call, items.length);
  return items.slice(from, to + 1);
}

/** The two positions of a range; the second may be before the first. */
function bounds(call: Call, length: number): [number, number] {
  const from = wholeNumber(call.at(1));
  const to = wholeNumber(call.at(2));
  const low = Math.max(0, from < 0 ? length + from : from);
  const high = to < 0 ? length + to : to;
  return high < 0 ? [0, -1] : [low, high];
}

function setAt(call: Call): Reply {
  const list = call.db.read(call.at(0), "list");
  if (list === undefined) throw refused.noKey();
  const given = wholeNumber(call.at(1));
  const at = given < 0 ? list.items.length + given : given;
  if (at < 0 || at >= list.items.length) throw new RedisError("ERR index out of range");
  list.items[at] = call.at(2);
  call.db.changed(call.at(0));
  return ok;
}

function insert(call: Call): Reply {
  const where = call.word(1);
  if (where !== "BEFORE" && where !== "AFTER") throw refused.syntax();
  const list = call.db.read(call.at(0), "list");
  if (list === undefined) return 0;
  const at = list.items.indexOf(call.at(2));
  if (at === -1) return -1;
  list.items.splice(where === "BEFORE" ? at : at + 1, 0, call.at(3));
  call.db.changed(call.at(0));
  return list.items.length;
}

function remove(call: Call): Reply {
  const count = wholeNumber(call.at(1));
  const list = call.db.read(call.at(0), "list");
  if (list === undefined) return 0;
  let left = count === 0 ? Number.POSITIVE_INFINITY : Math.abs(count);
  const isKept = (item: string): boolean => item !== call.at(2) || (left -= 1) < 0;
  const before = list.items.length;
  list.items =
    count < 0
      ? list.items.toReversed().filter(isKept).toReversed()
      : list.items.filter((item) => isKept(item));
  const removed = before - list.items.length;
  if (removed > 0) call.db.changed(call.at(0));
  return removed;
}

function trim(call: Call): Reply {
  const list = call.db.read(call.at(0), "list");
  const [from, to] = bounds(call, list?.items.length ?? 0);
  if (list === undefined) return ok;
  list.items = list.items.slice(from, to + 1);
  call.db.changed(call.at(0));
  return ok;
}

function position(call: Call): Reply {
  const options = { RANK: 1, COUNT: -1, MAXLEN: 0 };
  for (let index = 2; index < call.args.length; index += 2) {
    const word = call.word(index);
    if (word !== "RANK" && word !== "COUNT" && word !== "MAXLEN") throw refused.syntax();
    options[word] = wholeNumber(call.at(index + 1));
    if (word === "RANK" && options.RANK === 0) throw zeroRank();
    if (word !== "RANK" && options[word] < 0) {
      throw new RedisError(`ERR ${word} can't be negative`);
    }
  }
  const found = positions(itemsOf(call), call.at(1), options);
  if (options.COUNT === -1) return found[0] ?? null;
  return options.COUNT === 0 ? found : found.slice(0, options.COUNT);
}

function zeroRank(): RedisError {
  return new RedisError(
    "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... " +
      "or use negative to start from the end of the list",
  );
}

function positions(
  items: readonly string[],
  wanted: string,
  { RANK, MAXLEN }: { readonly RANK: number; readonly MAXLEN: number },
): number[] {
  const order = RANK < 0 ? [...items.keys()].toReversed() : [...items.keys()];
  const looked = MAXLEN === 0 ? order : order.slice(0, MAXLEN);
  return looked.filter((at) => items[at] === wanted).slice(Math.abs(RANK) - 1);
}
