import { describe, expect, test } from "vitest";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { type Coverage, createCoverage } from "../../subject/coverage/index.ts";
import { RandomStrategy } from "../strategies/random-strategy.ts";
import { afterChanges, type StrategyState } from "../strategy.ts";
import { isGuided } from "../strategy.ts";
import { GuidedStrategy } from "./guided-strategy.ts";

const rules = "abcdefgh".split("").map((name) => ({ name }));
const wanted = "cafe";

interface Campaign {
  readonly coverage: Coverage;
  readonly strategy: GuidedStrategy;
}

function start(state?: StrategyState): Campaign {
  const coverage = createCoverage({ ngram: 1, includes: () => true });
  const blocks = Array.from(wanted, (_, offset) => ({ kind: "branch" as const, offset }));
  coverage.map.take({ file: "toy.ts", blocks, edges: 0, compares: 0 });
  const seed = seedWords(11);
  const strategy = new GuidedStrategy({
    checkpointProb: 0.4,
    checkpointStrategy: "energy",
    maxCheckpoints: 3,
    seed,
    base: new RandomStrategy(seed),
    coverage,
    state: isGuided(state) ? state : undefined,
  });
  return { coverage, strategy };
}

/** A run that must pick four letters in a row; each one that fits is a place of its own. */
function run({ coverage, strategy }: Campaign, index: number): readonly Decision[] {
  const source = strategy.next(index);
  if (source === undefined) throw new Error("chance never runs out");
  const decisions = new RecordedDecisions(source);
  let fitting = 0;
  for (let step = 0; step < 10 && fitting < wanted.length; step++) {
    decisions.open("step");
    const { name } = decisions.pick("rule", rules);
    decisions.close();
    fitting = name === wanted[fitting] ? fitting + 1 : 0;
    if (fitting > 0) coverage.map.counters[fitting - 1] = 1;
  }
  const verdict = fitting === wanted.length ? "broken" : "held";
  strategy.learn(decisions.log, { verdict, decisionsCount: decisions.count });
  return decisions.log;
}

function runs(campaign: Campaign, from: number, to: number): readonly (readonly Decision[])[] {
  return Array.from({ length: to - from }, (_, at) => run(campaign, from + at));
}

function reachedBy({ coverage }: Campaign): readonly number[] {
  return coverage.map.news().blocks.toSorted((a, b) => a - b);
}

function throughJson(state: StrategyState): StrategyState {
  return JSON.parse(JSON.stringify(state)) as StrategyState;
}

describe("a guided search", () => {
  test("makes the same runs from the same seed", () => {
    expect(runs(start(), 0, 400)).toEqual(runs(start(), 0, 400));
  });

  test.each([1, 7, 40, 150, 399])("goes on from its state after %i runs as if unbroken", (at) => {
    const whole = start();
    runs(whole, 0, at);
    const after = start(throughJson(whole.strategy.state()));
    expect(runs(after, at, at + 300)).toEqual(runs(whole, at, at + 300));
    expect(after.strategy.state()).toEqual(whole.strategy.state());
    expect(reachedBy(after)).toEqual(reachedBy(whole));
  });

  test("says in its changes all that its state says", () => {
    const campaign = start();
    let told: StrategyState | undefined;
    for (let at = 0; at < 600; at += 7) {
      runs(campaign, at, at + 7);
      told = afterChanges(told, throughJson(campaign.strategy.changes() as never) as never);
      expect(told).toEqual(throughJson(campaign.strategy.state()));
    }
    expect(isGuided(told) && told.checkpoints.length).toBe(3);
  });

  test("keeps no list of chance alone that only hit known places more often", () => {
    const campaign = start();
    run(campaign, 0);
    for (const hits of [1, 2, 3]) {
      const source = campaign.strategy.next(hits);
      const decisions = new RecordedDecisions(source ?? new SimplestSource());
      decisions.pick("rule", rules);
      campaign.coverage.map.counters.fill(0);
      campaign.coverage.map.counters[0] = hits;
      campaign.strategy.learn(decisions.log, { verdict: "held", decisionsCount: 1 });
    }
    const state = campaign.strategy.state();
    expect(state.checkpoints.every(({ newSlots }) => newSlots > 0)).toBe(true);
    expect(state.loose).toEqual(
      expect.arrayContaining([
        [0, 2],
        [0, 4],
      ]),
    );
  });

  test("gets to the end of a sequence that chance alone does not reach as soon", () => {
    const isFull = (log: readonly Decision[]): boolean =>
      log
        .flatMap((decision) => (decision.kind === "pick" ? decision.value : []))
        .join("")
        .endsWith(wanted);
    const first = runs(start(), 0, 600).findIndex(isFull);
    const chance = new RandomStrategy(seedWords(11));
    let byChance = 0;
    for (; byChance < 600; byChance++) {
      const decisions = new RecordedDecisions(chance.next(byChance));
      for (let step = 0; step < 10; step++) decisions.pick("rule", rules);
      if (
        decisions.log
          .map((one) => ("value" in one ? one.value : ""))
          .join("")
          .includes(wanted)
      )
        break;
    }
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(byChance);
  });

  test("cuts and trims what reached something new down to the steps that it takes", () => {
    const campaign = start();
    runs(campaign, 0, 400);
    const { checkpoints } = campaign.strategy.state();
    const longest = Math.max(...checkpoints.map(({ decisions }) => decisions.length));
    expect(checkpoints.every(({ stage }) => stage === "ready")).toBe(true);
    // Three decisions a step; four steps would be the whole sequence.
    expect(longest).toBeLessThanOrEqual(wanted.length * 3);
  });

  test("forgets a list when repeating it killed the process, and none when another run did", () => {
    const campaign = start();
    let at = 0;
    const hasLook = (): boolean =>
      campaign.strategy.state().checkpoints.some(({ stage }) => stage === "look");
    while (at < 192 || !hasLook()) run(campaign, at++);
    const before = campaign.strategy.state();
    const lost = Array.from({ length: 40 }, (_, after) => {
      const { strategy } = start(throughJson(before));
      strategy.lose(at + after);
      return strategy.state();
    });
    const kept = lost.filter(({ checkpoints }) => checkpoints.length === before.checkpoints.length);
    const dropped = lost.filter((state) => !kept.includes(state));
    expect(kept.length).toBeGreaterThan(dropped.length);
    expect(dropped.length).toBeGreaterThan(0);
    // What it reached is not new again.
    const hits = before.checkpoints.find(({ stage }) => stage === "look")?.hits ?? [];
    for (const { loose } of dropped) expect(loose).toEqual([...(before.loose ?? []), ...hits]);
  });

  test("runs the lists of other campaigns first and each once", () => {
    const campaign = start();
    const given = runs(start(), 0, 3);
    campaign.strategy.adopt(given);
    const first = runs(campaign, 0, 30).map((log) => JSON.stringify(log));
    for (const list of given) expect(first).toContain(JSON.stringify(list));
    expect(campaign.strategy.state().seedsLeft).toBe(0);
  });
});
