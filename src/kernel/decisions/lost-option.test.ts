import { expect, test } from "vitest";
import { SimplestSource } from "./random-source.ts";
import { RecordedDecisions } from "./recorded-decisions.ts";
import { ReplaySource } from "./replay-source.ts";

test("an option that is not possible now is drift, one that is gone for good is lost", () => {
  const recorded = [{ kind: "pick", label: "rule", value: "refund" }] as const;
  const [pay, refund] = [{ name: "pay" }, { name: "refund" }];
  const possible = new ReplaySource(recorded, { atDrift: new SimplestSource() });
  new RecordedDecisions(possible).pick("rule", [pay], [pay, refund]);
  expect(possible.divergence?.asked).toBe("pick rule of pay");
  expect(possible.lostOption).toBeUndefined();
  const gone = new ReplaySource(recorded, { atDrift: new SimplestSource() });
  new RecordedDecisions(gone).pick("rule", [pay], [pay]);
  expect(gone.lostOption?.recorded).toBe("pick rule = refund");
});
