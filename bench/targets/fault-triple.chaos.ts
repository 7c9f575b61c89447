import fc from "fast-check";
import { chaosTest, fault } from "gauntlet";
import { Transfers } from "./transfers.ts";

const at = (name: string): string => `transfers.ts#${name}`;
const rejected = { probability: 0.5 };

/** Three of twelve faults together; most of the others end a transfer before it gets there. */
export default chaosTest({
  name: "fault triple",
  faults: [
    fault.returnEmpty(at("checkLimit")),
    fault.errorOnCall(at("checkLimit"), rejected),
    fault.returnEmpty(at("screen")),
    fault.slow(at("screen")),
    fault.returnEmpty(at("exchangeRate")),
    fault.timeout(at("exchangeRate"), rejected),
    fault.errorOnCall(at("debit")),
    fault.errorOnCall(at("credit"), rejected),
    fault.errorOnCall(at("refund"), rejected),
    fault.errorOnCall(at("park"), rejected),
    fault.slow(at("audit")),
    fault.errorOnCall(at("audit"), rejected),
  ],
  setup: () => new Transfers(),
  rules: {
    transfer: {
      draw: { amount: fc.integer({ min: 1, max: 100 }) },
      run: (transfers, { amount }) => transfers.transfer(amount).catch(() => undefined),
    },
    total: { run: (transfers) => void transfers.total() },
  },
  invariants: { "no money is lost": (transfers) => transfers.total() === 1_000 },
});
