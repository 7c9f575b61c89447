import type { Redis } from "ioredis";
import { acquire, release } from "./lock.ts";

const address = "https://counter.example/";

/** Reads the counter, adds one and writes it back, under a lock; the new value. */
export async function addOne(redis: Redis): Promise<number> {
  const lease = await acquire(redis, "lock:counter");
  try {
    const value = (await read()) + 1;
    await write(value);
    return value;
  } finally {
    await release(redis, lease);
  }
}

async function read(): Promise<number> {
  const answer = await fetch(address);
  const { value } = (await answer.json()) as { readonly value: number };
  return value;
}

async function write(value: number): Promise<void> {
  const answer = await fetch(address, { method: "PUT", body: JSON.stringify({ value }) });
  if (!answer.ok) throw new Error(`the counter refused with ${answer.status}`);
}
