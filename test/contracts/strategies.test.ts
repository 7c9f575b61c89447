import { expect, test } from "vitest";
import type { Decisions } from "../../src/kernel/decisions/decisions.ts";
import { RecordedDecisions } from "../../src/kernel/decisions/recorded-decisions.ts";
import { makeStrategy, type StrategyStart } from "../../src/search/strategies/make-strategy.ts";
import { strategyNames } from "../../src/search/strategy-names.ts";
import type { Strategy } from "../../src/search/strategy.ts";
import { createCoverage } from "../../src/subject/coverage/index.ts";
import { everyKind } from "./decisions.contract.ts";
import { strategyContract } from "./strategy.contract.ts";

for (const name of strategyNames) strategyContract(name);

strategyContract("random", { title: "random, guided and in a swarm", make: guided });

/** Guided by what the decisions of a run are, in the place of what its code reached. */
function guided(start: StrategyStart): Strategy {
  const coverage = createCoverage({ ngram: 1, includes: () => true });
  const blocks = Array.from({ length: 64 }, (_, offset) => ({ kind: "branch" as const, offset }));
  coverage.map.take({ file: "subject.ts", blocks, edges: 0, compares: 0 });
  const guidance = {
    checkpointProb: 0.4,
    maxCheckpoints: 8,
    checkpointStrategy: "energy",
  } as const;
  const names = { rules: ["add"], faults: ["a", "b", "c"] };
  const swarm = { ruleSwarm: true, faultTuples: 2, tupleRuns: undefined, ...names };
  const strategy = makeStrategy({ ...start, guidance, swarm }, { coverage });
  const learn = strategy.learn.bind(strategy);
  return Object.assign(strategy, {
    learn: (...[log, outcome]: Parameters<Strategy["learn"]>) => {
      for (const decision of log) {
        const value = "value" in decision ? decision.value : 0;
        coverage.map.counters[JSON.stringify(value ?? 0).length % 64] = 1;
      }
      learn(log, outcome);
    },
  });
}

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
