import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { Invoices } from "./invoices.ts";

/** One argument whose parts must fit five conditions, one of them between two of its parts. */
export default chaosTest({
  name: "argument puzzle",
  setup: () => new Invoices(),
  rules: {
    import: {
      draw: {
        invoice: fc.record({
          currency: fc.string({ minLength: 3, maxLength: 3 }),
          version: fc.nat({ max: 1_000_000 }),
          lines: fc.array(fc.record({ sku: fc.string(), quantity: fc.nat({ max: 1_000 }) })),
        }),
      },
      run: (invoices, { invoice }) => invoices.import(invoice),
    },
  },
  invariants: { "every invoice is booked once": (invoices) => invoices.isBalanced() },
});
