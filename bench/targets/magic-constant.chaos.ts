import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { Vouchers } from "./vouchers.ts";

/** One text and one number, both exact; nothing on the way tells a near miss from a far one. */
export default chaosTest({
  name: "magic constant",
  setup: () => new Vouchers(),
  rules: {
    topUp: {
      draw: { amount: fc.integer({ min: 1, max: 100_000 }) },
      run: (vouchers, { amount }) => vouchers.topUp(amount),
    },
    redeem: {
      draw: { code: fc.string(), amount: fc.integer({ min: 1, max: 100_000 }) },
      run: (vouchers, { code, amount }) => void vouchers.redeem(code, amount),
    },
  },
  invariants: { "vouchers are covered": (vouchers) => vouchers.isCovered() },
});
