import { setTimeout as sleep } from "node:timers/promises";

/** A table behind a network: every access takes a while. */
export const rows = new Map([["a", 100]]);

export async function readRow(id: string): Promise<number> {
  await sleep(Math.random() * 10);
  return rows.get(id) ?? 0;
}

export async function writeRow(id: string, value: number): Promise<void> {
  await sleep(Math.random() * 10);
  rows.set(id, value);
}
