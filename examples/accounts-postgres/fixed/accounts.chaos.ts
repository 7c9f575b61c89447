import fc from "fast-check";
import { chaosTest } from "gauntlet";
import pg from "pg";
import { statementOf, withdraw } from "./src/accounts.ts";
import { schema } from "./src/schema.ts";

/** Two withdrawals overlap; what they took is asked of the database afterwards. */
export default chaosTest({
  name: "accounts in postgres",
  setup: (world) => {
    const { url } = world.postgres({ schema });
    return { pool: new pg.Pool({ connectionString: url, max: 2 }) };
  },
  rules: {
    withdraw: {
      draw: { amount: fc.integer({ min: 1, max: 60 }) },
      run: async ({ pool }, { amount }) => {
        await withdraw(pool, "a", amount);
      },
    },
  },
  concurrency: 2,
  final: {
    "what was taken is gone": async ({ pool }) => {
      const { balance, taken } = await statementOf(pool, "a");
      return balance === 100 - taken;
    },
  },
});
