import { expect, test } from "vitest";
import type { Decisions } from "../../src/kernel/decisions.ts";
import { RecordedDecisions } from "../../src/kernel/recorded-decisions.ts";
import { makeStrategy } from "../../src/search/strategies/make-strategy.ts";
import { strategyNames } from "../../src/search/strategies/strategy.ts";
import { everyKind } from "./decisions.contract.ts";
import { strategyContract } from "./strategy.contract.ts";

for (const name of strategyNames) strategyContract(name);

const programs: Readonly<Record<string, (decisions: Decisions) => unknown>> = {
  "every kind of decision": everyKind,
  "what is asked depends on what was answered": (decisions) => {
    const options = ["a", "b", "c"].map((name) => ({ name }));
    const { name } = decisions.pick("first", options);
    if (name === "a") return decisions.chance("more", 0.5);
    if (name === "b") return decisions.integer("small", { min: 1, max: 3 });
    return decisions.chance("x", 0.5) && decisions.chance("y", 0.5);
  },
};

test.each(Object.entries(programs))("dfs never decides the same twice: %s", (_, program) => {
  const strategy = makeStrategy({ strategy: "dfs", seed: 1 });
  const seen = new Set<string>();
  let runs = 0;
  for (; runs < 800; runs++) {
    const source = strategy.next(runs);
    if (source === undefined) break;
    const decisions = new RecordedDecisions(source);
    program(decisions);
    seen.add(JSON.stringify(decisions.log));
    strategy.learn(decisions.log, { verdict: "held", decisionsCount: 0 });
  }
  expect(seen.size).toBe(runs);
  expect(runs).toBeGreaterThan(7);
});
