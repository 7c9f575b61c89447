import { type Call, type Commands, uncovered } from "../call.ts";
import { wholeNumber } from "../numbers.ts";
import { RedisError, refused, type Reply } from "../reply.ts";
import { afterId, compareIds, firstId, type Group, idText, lastPossibleId } from "../stream.ts";
import type { Pending, Stream, StreamId } from "../stream.ts";
import { groupOf, seeConsumer, give } from "./stream-groups.ts";
import { entryReply, idOf, streamOf } from "./streams.ts";

/** Commands that look at what is not acknowledged, and take it from who does not answer. */
export const streamClaimCommands: Commands = {
  xpending: [-3, "rk", pending],
  xclaim: [-6, "wk", claim],
  xautoclaim: [-6, "wk", claimNext],
  xinfo: [-2, "r", info],
};

// --- inside ---

function pending(call: Call): Reply {
  const { group } = groupOf(call, call.at(0), call.at(1));
  if (call.args.length === 2) return summary(group);
  const hasIdle = call.word(2) === "IDLE";
  const at = hasIdle ? 4 : 2;
  const idleMs = hasIdle ? wholeNumber(call.at(3)) : 0;
  if (call.args.length < at + 3) throw refused.syntax();
  const from = pendingEnd(call.at(at), 0);
  const to = pendingEnd(call.at(at + 1), Number.MAX_SAFE_INTEGER);
  const consumer = call.args[at + 3];
  const nowMs = call.host.nowMs();
  return [...group.pending.values()]
    .filter(({ id }) => compareIds(id, from) >= 0 && compareIds(id, to) <= 0)
    .filter((entry) => consumer === undefined || entry.consumer === consumer)
    .filter(({ deliveredAtMs }) => nowMs - deliveredAtMs >= idleMs)
    .slice(0, Math.max(0, wholeNumber(call.at(at + 2))))
    .map((entry) => [
      idText(entry.id),
      entry.consumer,
      nowMs - entry.deliveredAtMs,
      entry.deliveries,
    ]);
}

function pendingEnd(text: string, seq: number): StreamId {
  if (text === "-") return firstId;
  if (text === "+") return lastPossibleId;
  return text.startsWith("(") && seq === 0 ? afterId(idOf(text.slice(1))) : idOf(text, seq);
}

function summary(group: Group): Reply {
  const all = [...group.pending.values()];
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined) return [0, null, null, { kind: "no array" }];
  const counts = new Map<string, number>();
  for (const { consumer } of all) counts.set(consumer, (counts.get(consumer) ?? 0) + 1);
  const byName = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const perConsumer = byName.map(([name, count]) => [name, String(count)]);
  return [all.length, idText(first.id), idText(last.id), perConsumer];
}

function claim(call: Call): Reply {
  const { stream, group } = groupOf(call, call.at(0), call.at(1));
  const minIdleMs = wholeNumber(call.at(3), badIdle);
  let index = 4;
  const ids: StreamId[] = [];
  while (/^\d/.test(call.args[index] ?? "")) {
    ids.push(idOf(call.at(index)));
    index += 1;
  }
  const options = claimOptions(call, index);
  seeConsumer(call, group, call.at(2));
  const taken = ids.flatMap((id) => {
    const known = group.pending.get(idText(id));
    if (known === undefined && !options.isForced) return [];
    if (known !== undefined && call.host.nowMs() - known.deliveredAtMs < minIdleMs) return [];
    if (stream.find(id) === undefined) {
      group.pending.delete(idText(id));
      return [];
    }
    return [take(call, group, { id, before: known, options })];
  });
  return taken.map(({ id }) => claimed(stream, id, options.isBrief));
}

interface ClaimOptions {
  isForced: boolean;
  isBrief: boolean;
  deliveredAtMs: number;
  deliveries: number | undefined;
}

function claimOptions(call: Call, from: number): ClaimOptions {
  const nowMs = call.host.nowMs();
  const options: ClaimOptions = {
    isForced: false,
    isBrief: false,
    deliveredAtMs: nowMs,
    deliveries: undefined,
  };
  for (let index = from; index < call.args.length; index++) {
    const word = call.word(index);
    if (word === "FORCE") options.isForced = true;
    else if (word === "JUSTID") options.isBrief = true;
    else {
      index += 1;
      const value = call.at(index);
      if (word === "IDLE") options.deliveredAtMs = nowMs - wholeNumber(value);
      else if (word === "TIME") options.deliveredAtMs = wholeNumber(value);
      else if (word === "RETRYCOUNT") options.deliveries = wholeNumber(value);
      else if (word !== "LASTID") {
        throw new RedisError(`ERR Unrecognized XCLAIM option '${call.at(index - 1)}'`);
      }
    }
  }
  return options;
}

function take(
  call: Call,
  group: Group,
  claimed_: {
    readonly id: StreamId;
    readonly before: Pending | undefined;
    readonly options: ClaimOptions;
  },
): Pending {
  const { id, before, options } = claimed_;
  const again = (before?.deliveries ?? 0) + (options.isBrief ? 0 : 1);
  const entry = {
    id,
    consumer: call.at(2),
    deliveredAtMs: options.deliveredAtMs,
    deliveries: options.deliveries ?? again,
  };
  give(group, entry);
  return entry;
}

function claimed(stream: Stream, id: StreamId, isBrief: boolean): Reply {
  const entry = stream.find(id);
  return isBrief || entry === undefined ? idText(id) : entryReply(entry);
}

function badIdle(): RedisError {
  return new RedisError("ERR Invalid min-idle-time argument for XAUTOCLAIM");
}

function claimNext(call: Call): Reply {
  const { stream, group } = groupOf(call, call.at(0), call.at(1));
  const minIdleMs = wholeNumber(call.at(3), badIdle);
  const from = pendingEnd(call.at(4), 0);
  let count = 100;
  let isBrief = false;
  for (let index = 5; index < call.args.length; index++) {
    if (call.word(index) === "JUSTID") isBrief = true;
    else if (call.word(index) === "COUNT") {
      index += 1;
      count = wholeNumber(call.at(index));
      if (count < 1) throw new RedisError("ERR COUNT must be > 0");
    } else throw refused.syntax();
  }
  seeConsumer(call, group, call.at(2));
  const options = { ...claimOptions(call, call.args.length), isBrief };
  const taken: Reply[] = [];
  const gone: string[] = [];
  let next: StreamId = firstId;
  let looked = 0;
  const all = [...group.pending.values()];
  for (const known of all) {
    if (compareIds(known.id, from) < 0) continue;
    if (taken.length + gone.length >= count || looked >= count * 10) {
      next = known.id;
      break;
    }
    looked += 1;
    if (stream.find(known.id) === undefined) {
      group.pending.delete(idText(known.id));
      gone.push(idText(known.id));
    } else if (call.host.nowMs() - known.deliveredAtMs >= minIdleMs) {
      take(call, group, { id: known.id, before: known, options });
      taken.push(claimed(stream, known.id, isBrief));
    }
  }
  return [idText(next), taken, gone];
}

function info(call: Call): Reply {
  const stream = streamOf(call, call.at(1));
  if (stream === undefined) throw refused.noKey();
  const word = call.word(0);
  if (word === "STREAM" && call.args.length > 2) throw uncovered(call, "XINFO STREAM FULL");
  if (word === "STREAM") return streamInfo(stream);
  if (word === "GROUPS") return [...stream.groups].map((entry) => groupInfo(stream, entry));
  if (word !== "CONSUMERS") {
    throw new RedisError(`ERR unknown subcommand '${call.at(0)}'. Try XINFO HELP.`);
  }
  const group = stream.groups.get(call.at(2));
  if (group === undefined) {
    throw new RedisError(
      `NOGROUP No such consumer group '${call.at(2)}' for key name '${call.at(1)}'`,
    );
  }
  return [...group.consumers].map(([name, { seenAtMs }]) => {
    const count = [...group.pending.values()].filter(({ consumer }) => consumer === name).length;
    const idle = call.host.nowMs() - seenAtMs;
    return { kind: "map", items: ["name", name, "pending", count, "idle", idle] };
  });
}

function streamInfo(stream: Stream): Reply {
  const [first] = stream.entries;
  const last = stream.entries.at(-1);
  const items: Reply[] = ["length", stream.entries.length];
  items.push("radix-tree-keys", 1, "radix-tree-nodes", 2);
  items.push("last-generated-id", idText(stream.lastId));
  items.push("max-deleted-entry-id", idText(stream.maxDeletedId));
  items.push("entries-added", stream.added);
  items.push("recorded-first-entry-id", idText(first?.id ?? firstId));
  items.push("groups", stream.groups.size);
  items.push("first-entry", first === undefined ? null : entryReply(first));
  items.push("last-entry", last === undefined ? null : entryReply(last));
  return { kind: "map", items };
}

function groupInfo(stream: Stream, [name, group]: readonly [string, Group]): Reply {
  const lag = stream.range(afterId(group.lastId), lastPossibleId).length;
  const items: Reply[] = ["name", name, "consumers", group.consumers.size];
  items.push("pending", group.pending.size, "last-delivered-id", idText(group.lastId));
  items.push("entries-read", group.readCount ?? null, "lag", lag);
  return { kind: "map", items };
}
