import type { Call, Commands } from "../call.ts";
import { noArray, ok, RedisError, refused, type Reply } from "../reply.ts";
import { afterId, compareIds, firstId, type Group, idText, lastPossibleId } from "../stream.ts";
import type { Pending, Stream, StreamId } from "../stream.ts";
import { orWait } from "./blocking.ts";
import { entryReply, idOf, type ReadPlan, readPlan, streamOf, streamsReply } from "./streams.ts";

/** Commands of groups of readers: who was given what, and what is done. */
export const streamGroupCommands: Commands = {
  xgroup: [-2, "w", group],
  xreadgroup: [-7, "wb", readGroup],
  xack: [-4, "wk", acknowledge],
};

/** The group of a stream, which must be there. */
export function groupOf(call: Call, key: string, name: string): { stream: Stream; group: Group } {
  const stream = streamOf(call, key);
  const found = stream?.groups.get(name);
  if (stream !== undefined && found !== undefined) return { stream, group: found };
  const detail = call.name === "xreadgroup" ? " in XREADGROUP with GROUP option" : "";
  throw new RedisError(`NOGROUP No such key '${key}' or consumer group '${name}'${detail}`);
}

/** Gives an entry to a consumer; pending entries keep the order of their ids. */
export function give(given: Group, pending: Pending): void {
  const key = idText(pending.id);
  const isLast = [...given.pending.values()].every(({ id }) => compareIds(id, pending.id) < 0);
  given.pending.set(key, pending);
  if (isLast) return;
  const sorted = [...given.pending].toSorted(([, first], [, second]) =>
    compareIds(first.id, second.id),
  );
  given.pending.clear();
  for (const [id, entry] of sorted) given.pending.set(id, entry);
}

/** Takes note that a consumer was heard of. */
export function seeConsumer(call: Call, given: Group, name: string): void {
  given.consumers.set(name, { seenAtMs: call.host.nowMs() });
}

// --- inside ---

function group(call: Call): Reply {
  const word = call.word(0);
  const action = groupActions[word];
  if (action === undefined) {
    throw new RedisError(`ERR unknown subcommand '${call.at(0)}'. Try XGROUP HELP.`);
  }
  if (call.args.length < action.argumentsMin) {
    throw new RedisError(
      `ERR wrong number of arguments for 'xgroup|${word.toLowerCase()}' command`,
    );
  }
  return action.run(call);
}

const groupActions: Readonly<
  Record<string, { readonly argumentsMin: number; run(call: Call): Reply }>
> = {
  CREATE: { argumentsMin: 4, run: createGroup },
  SETID: { argumentsMin: 4, run: setGroupId },
  DESTROY: { argumentsMin: 3, run: destroyGroup },
  CREATECONSUMER: { argumentsMin: 4, run: createConsumer },
  DELCONSUMER: { argumentsMin: 4, run: deleteConsumer },
};

function createGroup(call: Call): Reply {
  const key = call.at(1);
  const isMade = call.args.slice(4).some((word) => word.toUpperCase() === "MKSTREAM");
  const known = streamOf(call, key);
  if (known === undefined && !isMade) throw noStream();
  const lastId = call.at(3) === "$" ? (known?.lastId ?? firstId) : idOf(call.at(3));
  const { stream } = call.db.open(key, "stream");
  if (stream.groups.has(call.at(2))) {
    throw new RedisError("BUSYGROUP Consumer Group name already exists");
  }
  stream.groups.set(call.at(2), {
    lastId,
    readCount: undefined,
    consumers: new Map(),
    pending: new Map(),
  });
  call.db.changed(key);
  return ok;
}

function noStream(): RedisError {
  return new RedisError(
    "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to " +
      "use the MKSTREAM option to create an empty stream automatically.",
  );
}

/** The group that `XGROUP` names; its errors are not those of other commands. */
function namedGroup(call: Call): { stream: Stream; group: Group } {
  const stream = streamOf(call, call.at(1));
  if (stream === undefined) throw noStream();
  const found = stream.groups.get(call.at(2));
  if (found !== undefined) return { stream, group: found };
  throw new RedisError(
    `NOGROUP No such consumer group '${call.at(2)}' for key name '${call.at(1)}'`,
  );
}

function setGroupId(call: Call): Reply {
  const { stream, group: found } = namedGroup(call);
  found.lastId = call.at(3) === "$" ? stream.lastId : idOf(call.at(3));
  call.db.changed(call.at(1));
  return ok;
}

function destroyGroup(call: Call): Reply {
  const stream = streamOf(call, call.at(1));
  if (stream === undefined) throw noStream();
  const isGone = stream.groups.delete(call.at(2));
  if (isGone) call.db.changed(call.at(1));
  return isGone ? 1 : 0;
}

function createConsumer(call: Call): Reply {
  const { group: found } = namedGroup(call);
  const isKnown = found.consumers.has(call.at(3));
  if (!isKnown) seeConsumer(call, found, call.at(3));
  return isKnown ? 0 : 1;
}

function deleteConsumer(call: Call): Reply {
  const { group: found } = namedGroup(call);
  const own = [...found.pending].filter(([, { consumer }]) => consumer === call.at(3));
  for (const [id] of own) found.pending.delete(id);
  found.consumers.delete(call.at(3));
  return own.length;
}

function readGroup(call: Call): Reply {
  if (call.word(0) !== "GROUP") throw refused.syntax();
  const plan = readPlan(call, 3);
  for (const id of plan.ids) {
    if (id === "$") {
      throw new RedisError(
        "ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history " +
          "of this consumer by specifying a proper ID, or use the > ID to get new messages. The " +
          "$ ID would just return an empty result set.",
      );
    }
    if (id !== ">") idOf(id);
  }
  for (const key of plan.keys) groupOf(call, key, call.at(1));
  const attempt = (): Reply | undefined =>
    streamsReply(plan.keys.flatMap((key, at) => readOne(call, { key, at, plan })));
  // Who asks for its own history never waits.
  if (plan.blockMs === undefined || plan.ids.some((id) => id !== ">")) return attempt() ?? noArray;
  return orWait(call, { keys: plan.keys, timeoutMs: plan.blockMs, late: noArray, attempt });
}

function readOne(
  call: Call,
  { key, at, plan }: { readonly key: string; readonly at: number; readonly plan: ReadPlan },
): (readonly [string, Reply])[] {
  const from = plan.ids[at] ?? ">";
  const { stream, group: found } = groupOf(call, key, call.at(1));
  seeConsumer(call, found, call.at(2));
  if (from !== ">") return [[key, history(call, { stream, found, after: idOf(from), plan })]];
  const fresh = stream.range(afterId(found.lastId), lastPossibleId).slice(0, plan.count);
  const last = fresh.at(-1);
  if (last === undefined) return [];
  found.lastId = last.id;
  found.readCount = stream.added - stream.range(afterId(last.id), lastPossibleId).length;
  for (const { id } of plan.isNoAck ? [] : fresh) {
    const deliveredAtMs = call.host.nowMs();
    give(found, { id, consumer: call.at(2), deliveredAtMs, deliveries: 1 });
  }
  return [[key, fresh.map((entry) => entryReply(entry))]];
}

/** What a consumer was given and has not acknowledged; an entry that is gone has no fields. */
function history(
  call: Call,
  from: {
    readonly stream: Stream;
    readonly found: Group;
    readonly after: StreamId;
    readonly plan: ReadPlan;
  },
): Reply {
  const own = [...from.found.pending.values()].filter(
    ({ consumer, id }) => consumer === call.at(2) && compareIds(id, from.after) > 0,
  );
  return own.slice(0, from.plan.count).map((pending) => {
    pending.deliveredAtMs = call.host.nowMs();
    pending.deliveries += 1;
    const entry = from.stream.find(pending.id);
    return entry === undefined ? [idText(pending.id), noArray] : entryReply(entry);
  });
}

function acknowledge(call: Call): Reply {
  const found = streamOf(call, call.at(0))?.groups.get(call.at(1));
  const ids = call.args.slice(2).map((text) => idText(idOf(text)));
  return ids.filter((id) => found?.pending.delete(id)).length;
}
