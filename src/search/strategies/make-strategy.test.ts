import { expect, test } from "vitest";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { createCoverage, HandlerWatch } from "../../subject/coverage/index.ts";
import { makeStrategy } from "./make-strategy.ts";
import { strategyNames } from "../strategy-names.ts";

const guidance = { checkpointProb: 0.4, checkpointStrategy: "energy", maxCheckpoints: 9 } as const;

test.each(strategyNames)(
  "with %s each run is counted by itself, and what it reached",
  (strategy) => {
    const coverage = createCoverage({ ngram: 1, includes: () => true });
    const blocks = [0, 1].map((offset) => ({ kind: "catch" as const, offset }));
    coverage.map.take({ file: "a.ts", blocks, edges: 0, compares: 0 });
    const watch = new HandlerWatch(coverage.map);
    const made = makeStrategy({ strategy, seed: 1, guidance }, { coverage });
    for (const slot of [0, 1, 1]) {
      const source = made.next(slot);
      if (source === undefined) throw new Error("nothing was left to run");
      const decisions = new RecordedDecisions(source);
      decisions.integer("number", { min: 0, max: 9 });
      coverage.map.counters[slot] = 1;
      watch.look(false);
      made.learn(decisions.log, { verdict: "held", decisionsCount: decisions.count });
    }
    expect(watch.counts().map(({ entered }) => entered)).toEqual([1, 2]);
    expect(coverage.map.news()).toEqual({ blocks: [0, 1], others: [] });
  },
);
