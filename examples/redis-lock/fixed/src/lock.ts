import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";

/** A lock that is held; it ends by itself when its lease does. */
export interface Lease {
  readonly key: string;
  readonly owner: string;
  /** Higher than that of every lease before it. */
  readonly fence: number;
}

const leaseMs = 10_000;
const pollMs = 1_000;
const triesMax = 30;

/** Waits for a lock that nobody else has, and numbers it. */
export async function acquire(redis: Redis, key: string): Promise<Lease> {
  const owner = randomUUID();
  for (let tries = 0; tries < triesMax; tries++) {
    const fence = await redis.eval(takeNumbered, 2, key, `${key}:fence`, owner, leaseMs);
    if (typeof fence === "number") return { key, owner, fence };
    await sleep(pollMs);
  }
  throw new Error(`nobody gave up ${key}`);
}

/** Gives a lock back, unless it has become another one's by now. */
export async function release(redis: Redis, { key, owner }: Lease): Promise<void> {
  await redis.eval(deleteOwn, 1, key, owner);
}

const takeNumbered = `
  if redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2], "NX") then
    return redis.call("incr", KEYS[2])
  end
  return false
`;

const deleteOwn = `
  if redis.call("get", KEYS[1]) == ARGV[1] then
    return redis.call("del", KEYS[1])
  end
  return 0
`;
