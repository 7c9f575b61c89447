import { expect, test } from "vitest";
import { Generator } from "../../kernel/generator.ts";
import { seedWords } from "../../kernel/seed.ts";
import { RandomStrategy } from "../strategies/random-strategy.ts";
import { FaultTuples, faultTuples } from "./fault-tuples.ts";
import type { SwarmState } from "./swarm-state.ts";
import { SwarmStrategy } from "./swarm-strategy.ts";

const names = { rules: ["put", "get", "drop"], faults: ["slow", "lost", "cut"] };

function start(ruleSwarm: boolean, state?: SwarmState): SwarmStrategy {
  const seed = seedWords(5);
  const settings = { ruleSwarm, tupleStrength: 2, tupleRunsMax: undefined };
  return new SwarmStrategy({ base: new RandomStrategy(seed), settings, names, seed, state });
}

/** What each of so many runs leaves out, and which faults it switches first. */
function runs(swarm: SwarmStrategy, from: number, to: number): string[] {
  const faults = names.faults.map((name) => ({ name }));
  return Array.from({ length: to - from }, (_, at) => {
    const source = swarm.next(from + at);
    const left = [...names.rules, ...names.faults.map((name) => `fault ${name}`)].filter((name) =>
      source?.chance(`without ${name}`, 0.5),
    );
    const first = [0, 1].map(() => faults[source?.pick("fault", faults, faults) ?? 0]?.name);
    swarm.learn([], { verdict: "held", decisionsCount: 0 });
    swarm.reward(at % 9 === 0 ? 1 : 0, false);
    return `${left.join()}|${first.join()}`;
  });
}

test("every set of so many faults is named once, in the order of the names", () => {
  expect(faultTuples(["a", "b", "c"], 2)).toEqual([
    ["a", "b"],
    ["a", "c"],
    ["b", "c"],
  ]);
  expect(faultTuples(["a", "b", "c", "d"], 3)).toHaveLength(4);
  expect(faultTuples(["a"], 2)).toEqual([]);
  expect(faultTuples(["a", "b"], 0)).toEqual([]);
  expect(faultTuples(Array.from({ length: 300 }, String), 2)).toHaveLength(20_000);
});

test("sets are tried in turn, and no more once they were on together or tried in vain", () => {
  const generator = new Generator();
  generator.restart(seedWords(1), 0);
  const tuples = new FaultTuples(["a", "b", "c"], 2, undefined);
  const round = [1, 2, 3].map(() => tuples.next(generator)?.join(""));
  expect(new Set(round)).toEqual(new Set(["ab", "ac", "bc"]));
  tuples.learn(["c", "a", "other"]);
  expect(Object.keys(tuples.data())).toHaveLength(2);
  const rest = Array.from({ length: 18 }, () => tuples.next(generator)?.join(""));
  expect(new Set(rest)).toEqual(new Set(["ab", "bc"]));
  expect(tuples.next(generator)).toBeUndefined();
});

test("some runs leave out names, some keep all; without a swarm all are kept", () => {
  const left = runs(start(true), 0, 300).map((told) => told.split("|")[0]);
  const full = left.filter((none) => none === "").length;
  expect(full).toBeGreaterThan(10);
  expect(full).toBeLessThan(200);
  expect(new Set(left).size).toBeGreaterThan(20);
  expect(runs(start(false), 0, 50).every((told) => told.startsWith("|"))).toBe(true);
});

test("another process goes on from the state as if it had been there", () => {
  const whole = start(true);
  runs(whole, 0, 90);
  const after = start(true, JSON.parse(JSON.stringify(whole.state())) as SwarmState);
  expect(runs(after, 90, 200)).toEqual(runs(whole, 90, 200));
  expect(after.state()).toEqual(whole.state());
});
