import type { Redis } from "ioredis";
import { acquire, type Lease, release } from "./lock.ts";

const address = "https://counter.example/";

/** Reads the counter, adds one and writes it back, under a lock; the new value. */
export async function addOne(redis: Redis): Promise<number> {
  const lease = await acquire(redis, "lock:counter");
  try {
    const value = (await ask(lease)) + 1;
    await ask(lease, { method: "PUT", body: JSON.stringify({ value }) });
    return value;
  } finally {
    await release(redis, lease);
  }
}

/** Asks the counter with the number of the lease, which it holds against those before. */
async function ask({ fence }: Lease, request: RequestInit = {}): Promise<number> {
  const answer = await fetch(address, { ...request, headers: { "x-fence": String(fence) } });
  if (!answer.ok) throw new Error(`the counter refused with ${answer.status}`);
  const { value } = (await answer.json()) as { readonly value: number };
  return value;
}
