import { expect, test } from "vitest";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { Checkpoints, type CheckpointStrategy } from "./checkpoints.ts";

const chosen: Decision = { kind: "pick", label: "rule", value: "sell" };

function keep(strategy: CheckpointStrategy, newSlots: readonly number[], max = 10): Checkpoints {
  const checkpoints = new Checkpoints({ strategy, max, known: [], nextId: 0 });
  for (const count of newSlots) {
    checkpoints.add({ decisions: [], hits: [[count, 1]], newSlots: count, stage: "ready" });
  }
  return checkpoints;
}

/** How often each one is chosen, out of a thousand. */
function shares(checkpoints: Checkpoints): number[] {
  const generator = new Generator();
  generator.restart(seedWords(1), 0);
  const counts: number[] = [];
  for (let round = 0; round < 1_000; round++) {
    const { id } = checkpoints.choose(generator) ?? { id: -1 };
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}

test("energy prefers what reached new places, uniform nothing, recent the last", () => {
  const [low = 0, high = 0] = shares(keep("energy", [0, 4]));
  expect(high).toBeGreaterThan(low * 10);
  const [first = 0, second = 0] = shares(keep("uniform", [0, 4]));
  expect(Math.abs(first - second)).toBeLessThan(100);
  const [old = 0, , recent = 0] = shares(keep("recent", [4, 0, 0]));
  expect(recent).toBeGreaterThan(old * 2);
});

test("of lists that reached no new place, energy prefers the short ones", () => {
  const checkpoints = new Checkpoints({ strategy: "energy", max: 10, known: [], nextId: 0 });
  for (const length of [2, 320]) {
    const decisions = Array.from({ length }, () => chosen);
    checkpoints.add({ decisions, hits: [], newSlots: 0, stage: "ready" });
  }
  const [short = 0, long = 0] = shares(checkpoints);
  expect(short).toBeGreaterThan(long * 5);
});

test("with too many, the one that promises least goes and is given back", () => {
  const checkpoints = keep("energy", [3, 1], 2);
  const dropped = checkpoints.add({ decisions: [], hits: [], newSlots: 2, stage: "ready" });
  expect(dropped?.newSlots).toBe(1);
  expect(checkpoints.data().checkpoints.map(({ id }) => id)).toEqual([0, 2]);
});

test("what was tried in vain promises less, what led on promises more", () => {
  const checkpoints = keep("energy", [1, 1]);
  const generator = new Generator();
  generator.restart(seedWords(1), 0);
  for (let round = 0; round < 40; round++) {
    const entry = checkpoints.choose(generator);
    if (entry === undefined) throw new Error("there are two");
    checkpoints.select(entry);
    if (entry.id === 1) checkpoints.reward(entry);
  }
  const [vain = 0, good = 0] = shares(checkpoints);
  expect(good).toBeGreaterThan(vain * 3);
});

test("what has to be looked at is not gone on from, and comes by what it reached", () => {
  const checkpoints = keep("energy", [1]);
  checkpoints.add({ decisions: [], hits: [], newSlots: 0, stage: "look" });
  checkpoints.add({ decisions: [], hits: [], newSlots: 2, stage: "look" });
  expect(checkpoints.unready()?.id).toBe(2);
  expect(shares(checkpoints)).toEqual([1_000]);
});

test("one that was said, changed and dropped before the next saying is said to be gone", () => {
  const checkpoints = keep("energy", [1]);
  const [entry] = checkpoints.changes().written;
  checkpoints.replace({ ...entry, decisions: [], stage: "trim" } as never);
  checkpoints.remove(0);
  expect(checkpoints.changes()).toMatchObject({ written: [], removed: [0] });
});

test("where none may be kept, none is", () => {
  const checkpoints = keep("energy", [1, 2], 0);
  expect(checkpoints.count).toBe(0);
});
