import { readRow, writeRow } from "./rows.ts";

/** Takes money out, if there is enough. */
export async function withdraw(id: string, amount: number): Promise<boolean> {
  const balance = await readRow(id);
  if (balance < amount) return false;
  await writeRow(id, balance - amount);
  return true;
}

export async function balanceOf(id: string): Promise<number> {
  return readRow(id);
}
