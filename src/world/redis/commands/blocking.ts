import type { Call, Commands } from "../call.ts";
import { floatNumber } from "../numbers.ts";
import { double, noArray, none, RedisError, type Reply } from "../reply.ts";
import {
  backToFront,
  manyOptions,
  moveItem,
  popFirst,
  type Side,
  sidesOf,
  takeItems,
} from "./lists.ts";
import { takeScored, type ZEnd } from "./sorted-sets.ts";

/** Commands that wait until there is something. */
export const blockingCommands: Commands = {
  blpop: [-3, "wnb", (call) => popOrWait(call, "LEFT")],
  brpop: [-3, "wnb", (call) => popOrWait(call, "RIGHT")],
  blmove: [6, "wnbP", (call) => moveOrWait(call, sidesOf(call))],
  brpoplpush: [4, "wnbP", (call) => moveOrWait(call, backToFront)],
  blmpop: [-5, "wnb", popManyOrWait],
  bzpopmin: [-3, "wnb", (call) => popScoredOrWait(call, "MIN")],
  bzpopmax: [-3, "wnb", (call) => popScoredOrWait(call, "MAX")],
};

/** The first thing that an attempt brings, now or when one of the keys has changed. */
export function orWait(
  call: Call,
  plan: {
    readonly keys: readonly string[];
    readonly timeoutMs: number;
    readonly late: Reply;
    readonly attempt: () => Reply | undefined;
  },
): Reply {
  const now = plan.attempt();
  if (now !== undefined) return now;
  if (!call.client.canWait) return plan.late;
  call.client.wait(plan);
  return none;
}

// --- inside ---

function timeoutMsOf(text: string): number {
  const error = (): RedisError => new RedisError("ERR timeout is not a float or out of range");
  const seconds = floatNumber(text, error);
  if (seconds < 0) throw new RedisError("ERR timeout is negative");
  if (!Number.isFinite(seconds)) throw error();
  return Math.ceil(seconds * 1_000);
}

function popOrWait(call: Call, side: Side): Reply {
  const keys = call.args.slice(0, -1);
  const timeoutMs = timeoutMsOf(call.args.at(-1) ?? "");
  const attempt = (): Reply | undefined => {
    for (const key of keys) {
      const [item] = takeItems(call, key, { side, count: 1 });
      if (item !== undefined) return [key, item];
    }
    return undefined;
  };
  return orWait(call, { keys, timeoutMs, late: noArray, attempt });
}

function moveOrWait(call: Call, sides: { readonly from: Side; readonly to: Side }): Reply {
  const timeoutMs = timeoutMsOf(call.args.at(-1) ?? "");
  const attempt = (): Reply | undefined => moveItem(call, call.at(0), sides);
  return orWait(call, { keys: [call.at(0)], timeoutMs, late: null, attempt });
}

function popManyOrWait(call: Call): Reply {
  const timeoutMs = timeoutMsOf(call.at(0));
  const options = manyOptions(call, 1);
  const attempt = (): Reply | undefined => popFirst(call, options);
  return orWait(call, { keys: options.keys, timeoutMs, late: noArray, attempt });
}

function popScoredOrWait(call: Call, end: ZEnd): Reply {
  const keys = call.args.slice(0, -1);
  const timeoutMs = timeoutMsOf(call.args.at(-1) ?? "");
  const attempt = (): Reply | undefined => {
    for (const key of keys) {
      const [taken] = takeScored(call, key, { end, count: 1 });
      if (taken !== undefined) return [key, taken.member, double(taken.score)];
    }
    return undefined;
  };
  return orWait(call, { keys, timeoutMs, late: noArray, attempt });
}
