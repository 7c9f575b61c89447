import fc from "fast-check";
import { chaosTest, sometimes } from "gauntlet";
import { Checkout } from "./src/checkout.ts";

export default chaosTest({
  name: "checkout",
  setup: () => new Checkout(),
  rules: {
    pay: {
      draw: { cents: fc.integer({ min: 1, max: 50_000 }) },
      run: async (shop, { cents }) => {
        const receipt = await shop.pay(cents);
        sometimes(receipt.retried, "a payment is retried");
      },
    },
  },
  invariants: {
    "a paid order is charged once": (shop) =>
      shop.orders.every((order) => shop.chargesOf(order) === 1),
  },
});
