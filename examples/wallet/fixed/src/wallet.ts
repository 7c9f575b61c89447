import { readRow, writeRow } from "./rows.ts";

let last: Promise<unknown> = Promise.resolve();

/** Takes money out, if there is enough. Withdrawals wait for each other. */
export function withdraw(id: string, amount: number): Promise<boolean> {
  const turn = last.then(() => take(id, amount));
  last = turn.catch(() => {});
  return turn;
}

export async function balanceOf(id: string): Promise<number> {
  return readRow(id);
}

async function take(id: string, amount: number): Promise<boolean> {
  const balance = await readRow(id);
  if (balance < amount) return false;
  await writeRow(id, balance - amount);
  return true;
}
