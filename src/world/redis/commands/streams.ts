import type { Call, Commands } from "../call.ts";
import { wholeNumber } from "../numbers.ts";
import { noArray, RedisError, refused, type Reply } from "../reply.ts";
import {
  afterId,
  beforeId,
  compareIds,
  firstId,
  idText,
  lastPossibleId,
  parseId,
  type Stream,
  type StreamEntry,
  type StreamId,
} from "../stream.ts";
import { orWait } from "./blocking.ts";

/** Commands on streams that need no group. */
export const streamCommands: Commands = {
  xadd: [-5, "wk", add],
  xlen: [2, "rk", (call) => streamOf(call, call.at(0))?.entries.length ?? 0],
  xrange: [-4, "rk", (call) => range(call, { isReverse: false })],
  xrevrange: [-4, "rk", (call) => range(call, { isReverse: true })],
  xread: [-4, "rb", read],
  xdel: [-3, "wk", remove],
  xtrim: [-4, "wk", trim],
};

/** The stream under a key, if there is one. */
export function streamOf(call: Call, key: string): Stream | undefined {
  return call.db.read(key, "stream")?.stream;
}

export function badId(): RedisError {
  return new RedisError("ERR Invalid stream ID specified as stream command argument");
}

/** An id that is written whole or as a time only. */
export function idOf(text: string, seq = 0): StreamId {
  const id = parseId(text, seq);
  if (id === undefined) throw badId();
  return id;
}

export function entryReply({ id, fields }: StreamEntry): Reply {
  return [idText(id), fields];
}

/** What stands before `STREAMS` in `XREAD` and `XREADGROUP`, and the keys and ids behind it. */
export interface ReadPlan {
  readonly count: number;
  readonly blockMs: number | undefined;
  readonly isNoAck: boolean;
  readonly keys: readonly string[];
  readonly ids: readonly string[];
}

export function readPlan(call: Call, from: number): ReadPlan {
  let count = Number.MAX_SAFE_INTEGER;
  let blockMs: number | undefined;
  let isNoAck = false;
  let index = from;
  while (index < call.args.length && call.word(index) !== "STREAMS") {
    const word = call.word(index);
    if (word === "NOACK" && call.name === "xreadgroup") isNoAck = true;
    else if (word === "COUNT") {
      const given = wholeNumber(call.at(index + 1));
      if (given > 0) count = given;
    } else if (word === "BLOCK") {
      const late = (): RedisError =>
        new RedisError("ERR timeout is not an integer or out of range");
      blockMs = wholeNumber(call.at(index + 1), late);
      if (blockMs < 0) throw new RedisError("ERR timeout is negative");
    } else throw refused.syntax();
    index += word === "NOACK" ? 1 : 2;
  }
  if (index >= call.args.length) throw refused.syntax();
  const rest = call.args.slice(index + 1);
  if (rest.length === 0 || rest.length % 2 === 1) {
    throw new RedisError(
      `ERR Unbalanced '${call.name}' list of streams: for each stream key an ID or ` +
        `'${call.name === "xread" ? "$" : ">"}' must be specified.`,
    );
  }
  const half = rest.length / 2;
  return { count, blockMs, isNoAck, keys: rest.slice(0, half), ids: rest.slice(half) };
}

/** What reading several streams answers; nothing where none of them has anything. */
export function streamsReply(found: readonly (readonly [string, Reply])[]): Reply | undefined {
  return found.length === 0 ? undefined : { kind: "keyed", items: found };
}

/** Cuts a stream down as `MAXLEN` or `MINID` say; how many entries went. */
export function trimStream(stream: Stream, { by, limit }: TrimPlan): number {
  const before = stream.entries.length;
  if (by === "MAXLEN") stream.entries.splice(0, Math.max(0, before - Number(limit)));
  else {
    const min = idOf(limit);
    stream.entries = stream.entries.filter(({ id }) => compareIds(id, min) >= 0);
  }
  return before - stream.entries.length;
}

// --- inside ---

interface TrimPlan {
  readonly by: "MAXLEN" | "MINID";
  readonly limit: string;
  /** Where the arguments go on. */
  readonly end: number;
}

/** `MAXLEN ~ 100 LIMIT 10` at an argument. What may be cut roughly is cut exactly. */
function trimPlan(call: Call, from: number): TrimPlan {
  const by = call.word(from);
  if (by !== "MAXLEN" && by !== "MINID") throw refused.syntax();
  const mark = call.args[from + 1];
  const isRough = mark === "~";
  const at = isRough || mark === "=" ? from + 2 : from + 1;
  const limit = call.at(at);
  if (by === "MAXLEN" && wholeNumber(limit) < 0) {
    throw new RedisError("ERR The MAXLEN argument must be >= 0.");
  }
  if (by === "MINID") idOf(limit);
  if (call.word(at + 1) !== "LIMIT") return { by, limit, end: at + 1 };
  if (!isRough) {
    throw new RedisError("ERR syntax error, LIMIT cannot be used without the special ~ option");
  }
  if (wholeNumber(call.at(at + 2)) < 0) {
    throw new RedisError("ERR The LIMIT argument must be >= 0.");
  }
  return { by, limit, end: at + 3 };
}

function add(call: Call): Reply {
  const key = call.at(0);
  let index = 1;
  let isOnlyKnown = false;
  let plan: TrimPlan | undefined;
  for (; /^(?:NOMKSTREAM|MAXLEN|MINID)$/.test(call.word(index));) {
    if (call.word(index) === "NOMKSTREAM") {
      isOnlyKnown = true;
      index += 1;
    } else {
      plan = trimPlan(call, index);
      index = plan.end;
    }
  }
  const fields = call.args.slice(index + 1);
  if (fields.length === 0 || fields.length % 2 === 1) {
    throw new RedisError(`ERR wrong number of arguments for '${call.name}' command`);
  }
  const known = streamOf(call, key);
  const id = nextId(call, call.at(index), known?.lastId ?? firstId);
  if (known === undefined && isOnlyKnown) return null;
  const { stream } = call.db.open(key, "stream");
  stream.add(id, fields);
  if (plan !== undefined) trimStream(stream, plan);
  call.db.changed(key);
  return idText(id);
}

function nextId(call: Call, text: string, last: StreamId): StreamId {
  const nowMs = call.host.nowMs();
  if (text === "*") return nowMs > last.ms ? { ms: nowMs, seq: 0 } : afterId(last);
  const time = /^(\d+)-\*$/.exec(text)?.[1];
  const ms = Number(time);
  const id = time === undefined ? idOf(text) : ms === last.ms ? afterId(last) : { ms, seq: 0 };
  if (compareIds(id, firstId) === 0 && time === undefined) {
    throw new RedisError("ERR The ID specified in XADD must be greater than 0-0");
  }
  if (compareIds(id, last) > 0) return id;
  throw new RedisError(
    "ERR The ID specified in XADD is equal or smaller than the target stream top item",
  );
}

function range(call: Call, { isReverse }: { readonly isReverse: boolean }): Reply {
  const from = rangeEnd(call.at(isReverse ? 2 : 1), "from");
  const to = rangeEnd(call.at(isReverse ? 1 : 2), "to");
  let count = Number.MAX_SAFE_INTEGER;
  if (call.args.length > 3) {
    if (call.word(3) !== "COUNT" || call.args.length !== 5) throw refused.syntax();
    count = wholeNumber(call.at(4));
  }
  const stream = streamOf(call, call.at(0));
  if (stream !== undefined && count <= 0) return noArray;
  const found = stream?.range(from, to) ?? [];
  const ordered = isReverse ? found.toReversed() : found;
  return ordered.slice(0, count).map((entry) => entryReply(entry));
}

/** An end of a range: `-`, `+`, an id, or `(` and an id that is not with it. */
function rangeEnd(text: string, side: "from" | "to"): StreamId {
  if (text === "-") return firstId;
  if (text === "+") return lastPossibleId;
  const isOpen = text.startsWith("(");
  const id = idOf(isOpen ? text.slice(1) : text, side === "from" ? 0 : Number.MAX_SAFE_INTEGER);
  if (!isOpen) return id;
  return side === "from" ? afterId(id) : beforeId(id);
}

function read(call: Call): Reply {
  const plan = readPlan(call, 0);
  const after = plan.ids.map((text, at) => {
    if (text === ">") {
      throw new RedisError(
        "ERR The > ID can be specified only when calling XREADGROUP using the GROUP " +
          "<group> <consumer> option.",
      );
    }
    return text === "$" ? (streamOf(call, plan.keys[at] ?? "")?.lastId ?? firstId) : idOf(text);
  });
  const attempt = (): Reply | undefined =>
    streamsReply(
      plan.keys.flatMap((key, at) => {
        const stream = streamOf(call, key);
        const found = stream?.range(afterId(after[at] ?? firstId), lastPossibleId) ?? [];
        if (found.length === 0) return [];
        return [[key, found.slice(0, plan.count).map((entry) => entryReply(entry))] as const];
      }),
    );
  if (plan.blockMs === undefined) return attempt() ?? noArray;
  return orWait(call, { keys: plan.keys, timeoutMs: plan.blockMs, late: noArray, attempt });
}

function remove(call: Call): Reply {
  const ids = call.args.slice(1).map((text) => idOf(text));
  const stream = streamOf(call, call.at(0));
  const removed = ids.filter((id) => stream?.delete(id));
  if (removed.length > 0) call.db.changed(call.at(0));
  return removed.length;
}

function trim(call: Call): Reply {
  const plan = trimPlan(call, 1);
  if (plan.end !== call.args.length) throw refused.syntax();
  const stream = streamOf(call, call.at(0));
  const removed = stream === undefined ? 0 : trimStream(stream, plan);
  if (removed > 0) call.db.changed(call.at(0));
  return removed;
}
