import { expect, test } from "vitest";
import { Generator } from "../../kernel/decisions/generator.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { RandomStrategy } from "../strategies/random-strategy.ts";
import { FaultTuples, faultTuples } from "./fault-tuples.ts";
import { SwarmSource } from "./swarm-source.ts";
import type { SwarmSettings, SwarmState } from "./swarm-state.ts";
import { SwarmStrategy } from "./swarm-strategy.ts";

const names = { rules: ["put", "get", "drop"], faults: ["slow", "lost", "cut"] };

function start(
  ruleSwarm: boolean,
  state?: SwarmState,
  limits: Partial<SwarmSettings> = {},
): SwarmStrategy {
  const seed = seedWords(5);
  const settings = { ruleSwarm, faultTuples: 2, tupleRuns: undefined, ...limits };
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
  const tryNext = (): string | undefined => {
    const next = tuples.next(generator);
    tuples.tried(next ?? []);
    return next?.join("");
  };
  const round = [1, 2, 3].map(tryNext);
  expect(new Set(round)).toEqual(new Set(["ab", "ac", "bc"]));
  tuples.learn(["c", "a", "other"]);
  expect(Object.keys(tuples.data())).toHaveLength(2);
  const rest = Array.from({ length: 18 }, tryNext);
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

const allOff = names.faults.map((name) => ({ name, isOn: false }));

/** Runs that follow a list, or are fresh and ask for a fault so often or never. */
function spent(
  swarm: SwarmStrategy,
  { count, isFresh, asks }: { count: number; isFresh: boolean; asks: boolean },
): SwarmState {
  for (let at = 0; at < count; at++) {
    const source = swarm.next(at);
    if (asks) source?.pick("fault", allOff, allOff);
    swarm.learn([], { verdict: "held", decisionsCount: 0 });
    if (isFresh) swarm.reward(0, false);
  }
  return swarm.state();
}

function triesIn({ openTuples = {} }: SwarmState): number {
  return Object.values(openTuples).reduce((sum, tries) => sum + tries, 0);
}

test("faults that a list has switched on stay on, and the one that is missing comes next", () => {
  const inner = new RandomStrategy(seedWords(1)).next(0);
  const source = new SwarmSource(inner, { stays: () => true, together: ["lost", "slow"] });
  const faults = (on: string): typeof allOff =>
    names.faults.map((name) => ({ name, isOn: on.includes(name) }));
  const next = (on: string): string | undefined =>
    faults(on)[source.pick("fault", faults(on), faults(on))]?.name;
  expect([next(""), next("lost"), next("slow"), next("slow lost")]).toEqual([
    "lost",
    "slow",
    "lost",
    "cut",
  ]);
});

test("a run counts as spent on a set if it is fresh, or was asked which fault comes next", () => {
  const listed = spent(start(false), { count: 60, isFresh: false, asks: false });
  expect([listed.tupleRuns, triesIn(listed)]).toEqual([0, 0]);
  for (const how of [
    { isFresh: true, asks: false },
    { isFresh: true, asks: true },
    { isFresh: false, asks: true },
  ]) {
    const state = spent(start(false), { count: 20, ...how });
    expect(state.tupleRuns).toBeGreaterThan(0);
    expect(triesIn(state)).toBe(state.tupleRuns);
  }
});

test("a run that killed its process was a try as well", () => {
  const swarm = start(false);
  for (let at = 0; at < 20; at++) swarm.lose(at);
  expect(swarm.state().tupleRuns).toBeGreaterThan(0);
  expect(triesIn(swarm.state())).toBe(swarm.state().tupleRuns);
});

test("no more runs are spent on sets of faults once the time for them is over", () => {
  const how = { count: 60, isFresh: true, asks: true };
  const unlimited = spent(start(false), how);
  expect(unlimited).toMatchObject({ tupleMs: 0 });
  const none = spent(start(false, undefined, { tupleMsMax: Number.MIN_VALUE }), how);
  expect(none.tupleRuns).toBe(1);
  const much = spent(start(false, undefined, { tupleMsMax: 60_000 }), how);
  expect(much.tupleRuns).toBe(unlimited.tupleRuns);
  expect(unlimited.tupleRuns).toBeGreaterThan(1);
});
