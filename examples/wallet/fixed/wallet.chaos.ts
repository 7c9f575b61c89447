import fc from "fast-check";
import { always, chaosTest, simulation } from "gauntlet";
import { rows } from "./src/rows.ts";
import { balanceOf, withdraw } from "./src/wallet.ts";

/** Plain async code: the race is found by deciding who goes first. */
export const race = simulation({
  name: "two withdrawals",
  run: async () => {
    const done = await Promise.all([withdraw("a", 30), withdraw("a", 41)]);
    const taken = (done[0] ? 30 : 0) + (done[1] ? 41 : 0);
    always((await balanceOf("a")) === 100 - taken, "no money appears or vanishes");
  },
});

/** The same as rules: up to two withdrawals overlap. */
export default chaosTest({
  name: "wallet",
  setup: () => ({ taken: 0 }),
  rules: {
    withdraw: {
      draw: { amount: fc.integer({ min: 1, max: 60 }) },
      run: async (state, { amount }) => {
        if (await withdraw("a", amount)) state.taken += amount;
      },
    },
  },
  concurrency: 2,
  invariants: {
    "what was taken is gone": (state) => rows.get("a") === 100 - state.taken,
  },
});
