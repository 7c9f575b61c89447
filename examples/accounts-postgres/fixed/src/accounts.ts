import type { Pool } from "pg";

/** Takes money off an account; false where there is not enough. */
export async function withdraw(pool: Pool, account: string, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const taken = await client.query(
      "UPDATE accounts SET balance = balance - $2 WHERE id = $1 AND balance >= $2",
      [account, amount],
    );
    if (taken.rowCount === 1) {
      await client.query("INSERT INTO withdrawals (account, amount) VALUES ($1, $2)", [
        account,
        amount,
      ]);
    }
    await client.query("COMMIT");
    return taken.rowCount === 1;
  } finally {
    client.release();
  }
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
