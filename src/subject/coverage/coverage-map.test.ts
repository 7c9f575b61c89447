import { expect, test } from "vitest";
import { CoverageMap } from "./coverage-map.ts";

function mapOf(blocks: number): CoverageMap {
  const map = new CoverageMap();
  const all = Array.from({ length: blocks }, (_, offset) => ({ kind: "branch" as const, offset }));
  map.take({ file: "a.ts", blocks: all, edges: 0, compares: 0 });
  return map;
}

/** What a run that hits one slot so often tells as new. */
function news(map: CoverageMap, slot: number, hits: number): [number, boolean][] {
  const told: [number, boolean][] = [];
  map.clear();
  for (let hit = 0; hit < hits; hit++) map.counters[slot] = (map.counters[slot] ?? 0) + 1;
  map.harvest((_, bucket, isNewSlot) => told.push([bucket, isNewSlot]));
  return told;
}

test("a counter stays at its highest value instead of starting over", () => {
  const map = mapOf(1);
  expect(news(map, 0, 256)).toEqual([[128, true]]);
  expect(map.counters[0]).toBe(255);
});

test("a slot is new once, and again when it is hit about as often as never before", () => {
  const map = mapOf(2);
  expect(news(map, 1, 1)).toEqual([[1, true]]);
  expect(news(map, 1, 1)).toEqual([]);
  expect(news(map, 1, 2)).toEqual([[2, false]]);
  expect(news(map, 1, 5)).toEqual([[8, false]]);
  expect(news(map, 1, 7)).toEqual([]);
  expect(map.news()).toEqual({ blocks: [1], others: [] });
});

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [4, 8],
  [8, 16],
  [16, 32],
  [32, 64],
  [127, 64],
  [128, 128],
])("%i hits are told as the bucket %i", (hits, bucket) => {
  expect(news(mapOf(1), 0, hits)).toEqual([[bucket, true]]);
});

test("what another process has learned is not told again", () => {
  const map = mapOf(1);
  map.learn(0, 1);
  expect(map.news()).toEqual({ blocks: [0], others: [] });
  expect(news(map, 0, 1)).toEqual([]);
  expect(news(map, 0, 2)).toEqual([[2, false]]);
});

test("learning a slot that no file has changes nothing", () => {
  const map = mapOf(1);
  map.learn(4_000, 1);
  expect(map.news()).toEqual({ blocks: [], others: [] });
});

test("a place counts as reached from the wanted number of hits on", () => {
  const map = mapOf(1);
  map.counters[0] = 3;
  expect([1, 2, 4, 8].map((bucket) => map.hasReached(0, bucket))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("files get slots of their own, in whole words, until there are none left", () => {
  const map = mapOf(3);
  const second = map.take({ file: "b.ts", blocks: [], edges: 4, compares: 1 });
  expect(second).toMatchObject({ start: 4, edgesStart: 4, comparesStart: 8, end: 40 });
  expect(map.take({ file: "huge.ts", blocks: [], edges: 1 << 20, compares: 0 })).toBeUndefined();
});

test("places that were reached are told once, those of blocks by themselves", () => {
  const map = mapOf(2);
  const block = { kind: "branch", offset: 0 } as const;
  const second = map.take({ file: "b.ts", blocks: [block], edges: 4, compares: 0 });
  const { start = 0, edgesStart = 0 } = second ?? {};
  news(map, 1, 1);
  news(map, edgesStart + 3, 9);
  map.learn(start, 1);
  expect(map.news()).toEqual({ blocks: [1, start], others: [edgesStart + 3] });
  news(map, 1, 2);
  expect(map.news()).toEqual({ blocks: [], others: [] });
  expect(map.blocksTotal).toBe(3);
});
