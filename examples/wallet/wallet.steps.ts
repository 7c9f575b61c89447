import { rows } from "./src/rows.ts";
import { withdraw } from "./src/wallet.ts";

let taken = 0;

/** Takes money out, and keeps the books that `wallet.scenario.yaml` is checked by. */
export async function take(amount: number): Promise<boolean> {
  const isPaid = await withdraw("a", amount);
  if (isPaid) taken += amount;
  return isPaid;
}

/** A check holds at any time, whatever was done before it. */
export function isBalanced(): boolean {
  return rows.get("a") === 100 - taken;
}
