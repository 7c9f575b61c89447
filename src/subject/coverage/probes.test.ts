import { expect, test } from "vitest";
import { CoverageMap } from "./coverage-map.ts";
import { makeProbes, ProbeState, type Probes } from "./probes.ts";

const kinds = Array.from({ length: 8 }, (_, offset) => ({ kind: "branch" as const, offset }));

function probesOf(ngram: number): {
  map: CoverageMap;
  state: ProbeState;
  probes: Probes;
  slots: () => number[];
} {
  const map = new CoverageMap();
  const state = new ProbeState();
  const edges = ngram > 1 ? 64 : 0;
  const covered = map.take({ file: "a.ts", blocks: kinds, edges, compares: 2 });
  if (covered === undefined) throw new Error("there is room for one file");
  const slots = (): number[] =>
    Array.from(map.counters.slice(0, covered.end).entries()).flatMap(([at, hits]) =>
      hits > 0 ? [at] : [],
    );
  return { map, state, slots, probes: makeProbes(covered, { map, state, ngram }) };
}

/** Which of the 32 slots of the first comparison is hit. */
function distance(left: unknown, right: unknown): number {
  const { probes, slots } = probesOf(1);
  probes.e(0, left, right);
  return (slots()[0] ?? -1) - kinds.length;
}

test("the same blocks in another order are other edges", () => {
  const [first, second] = [probesOf(2), probesOf(2)];
  for (const block of [1, 2, 3]) first.probes.b(block);
  for (const block of [3, 2, 1]) second.probes.b(block);
  expect(first.slots().filter((slot) => slot < 8)).toEqual([1, 2, 3]);
  expect(first.slots()).not.toEqual(second.slots());
});

test("an edge does not reach over a wait", () => {
  const [waited, began] = [probesOf(2), probesOf(2)];
  waited.probes.b(1);
  expect(waited.probes.r("answer")).toBe("answer");
  waited.probes.b(2);
  for (const block of [1, 2]) {
    began.state.cut();
    began.probes.b(block);
  }
  expect(waited.slots()).toEqual(began.slots());
});

test("blocks alone are counted where an edge is one block", () => {
  const { probes, slots } = probesOf(1);
  for (const block of [1, 2, 1]) probes.b(block);
  expect(slots()).toEqual([1, 2]);
});

test("numbers are told apart by how near they are, the near ones exactly", () => {
  expect([7, 8, 9, 14].map((number) => distance(7, number))).toEqual([0, 1, 2, 7]);
  expect(distance(0, 8)).toBeLessThan(distance(0, 1_000));
  expect(distance(0, 1_000)).toBeLessThan(distance(0, 1_000_000));
  expect(distance(0, 500)).toBeLessThan(distance(0, 1_000));
  expect(distance(0, Number.NaN)).toBe(31);
  expect(distance(0, Infinity)).toBe(31);
});

test("texts are told apart by how much of their beginning is the same", () => {
  expect(distance("gold", "gold")).toBe(0);
  expect(distance("golf", "gold")).toBeLessThan(distance("goat", "gold"));
  expect(distance("x", "gold")).toBe(8);
  expect(distance("", "gold")).toBe(8);
});

test("other values are equal or they are not", () => {
  const one = {};
  expect([distance(one, one), distance(one, {}), distance(1, "1")]).toEqual([0, 31, 31]);
});

test("probes answer as the operators do", () => {
  const { probes } = probesOf(1);
  const pairs = [1, 2, "1", Number.NaN, undefined, null].flatMap((left) =>
    [1, 2, "1", Number.NaN, undefined, null].map((right) => [left, right] as [never, never]),
  );
  for (const [left, right] of pairs) {
    expect(probes.e(0, left, right)).toBe(left === right);
    expect(probes.n(0, left, right)).toBe(left !== right);
    expect(probes.q(0, left, right)).toBe(left == right); // eslint-disable-line eqeqeq
    expect(probes.u(0, left, right)).toBe(left != right); // eslint-disable-line eqeqeq
    expect(probes.l(0, left, right)).toBe(left < right);
    expect(probes.g(0, left, right)).toBe(left > right);
    expect(probes.k(0, left, right)).toBe(left <= right);
    expect(probes.h(0, left, right)).toBe(left >= right);
  }
});

test("operands are heard only while a run is looked at", () => {
  const { probes, state } = probesOf(1);
  const heard: unknown[] = [];
  probes.e(0, 1, 2);
  state.capture = (left, right) => heard.push([left, right]);
  probes.e(0, 3, 4);
  probes.t(0, probes.d("kind"));
  probes.a("needle");
  state.capture = undefined;
  probes.e(0, 5, 6);
  expect(heard).toEqual([
    [3, 4],
    ["kind", "kind"],
    [undefined, "needle"],
  ]);
});
