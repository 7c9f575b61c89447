import { expect, test } from "vitest";
import {
  addObserved,
  mergeObservation,
  type Observation,
  type ObservedFact,
} from "./observation.ts";

const about = { operation: "slug", name: "idempotent" };

function seen(
  ...all: readonly Omit<ObservedFact, "operation" | "name">[]
): Map<string, Observation> {
  const into = new Map<string, Observation>();
  for (const one of all) addObserved(into, { ...about, ...one });
  return into;
}

test("what runs see is counted by how it came out", () => {
  const all = seen(
    { how: "held" },
    { how: "trivial" },
    { how: "broken", text: "slug(abc)" },
    { how: "broken", text: "slug(a)" },
    { how: "seen", number: 4 },
    { how: "seen", number: -2 },
    { how: "seen", number: Number.NaN },
  );
  expect([...all.values()]).toEqual([
    { ...about, held: 5, trivial: 1, broken: 2, texts: [], low: -2, high: 4, shown: "slug(a)" },
  ]);
});

test("two processes together have seen what each of them has, in any order", () => {
  const one = seen({ how: "held", text: "2 * p" }, { how: "broken", text: "bb" });
  const other = seen({ how: "held", text: "3 * p" }, { how: "broken", text: "aa" });
  const merged = (first: Map<string, Observation>, second: Map<string, Observation>) => {
    const into = new Map<string, Observation>();
    for (const part of [first, second]) {
      for (const observation of part.values()) mergeObservation(into, structuredClone(observation));
    }
    return [...into.values()].map((observation) => ({
      ...observation,
      texts: observation.texts.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    }));
  };
  expect(merged(one, other)).toEqual(merged(other, one));
  expect(merged(one, other)).toMatchObject([{ held: 2, broken: 2, shown: "aa" }]);
});

test("only the first texts are told apart, so that a campaign of any length stays small", () => {
  const all = seen(
    ...Array.from({ length: 100 }, (_, at) => ({ how: "seen" as const, text: String(at) })),
  );
  expect([...all.values()].map(({ texts, held }) => [texts.length, held])).toEqual([[8, 100]]);
});
