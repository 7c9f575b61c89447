import { expect, test } from "vitest";
import type { Shape } from "../../src/kernel/values/shape.ts";
import { minedTogether, numbers, type Typed, whole } from "../fixtures/mined-function.ts";

const condition: Shape = { kind: "function", returns: { kind: "boolean" }, paramsCount: 1 };

test("the last items are all of them for a count beyond the length", async () => {
  const name = "takeLast";
  const right = byCount((list, n) => (n === 0 ? [] : list.slice(-n)));
  const wrong = byCount((list, n) => (n === 0 ? [] : list.slice(list.length - n)));
  expect(await standingOf(name, right)).toBe("always");
  expect(await standingOf(name, wrong)).toBe("usually");
});

test("nothing is left of a list whose items are all dropped", async () => {
  const name = "dropWhile";
  const right = byCondition((list, holds) => {
    const end = list.findIndex((item) => !holds(item));
    return end === -1 ? [] : list.slice(end);
  });
  const wrong = byCondition((list, holds) => list.slice(list.findIndex((item) => !holds(item))));
  expect(await standingOf(name, right)).toBe("always");
  expect(await standingOf(name, wrong)).toBe("usually");
});

test("what is called otherwise is held to no part", async () => {
  expect(
    await standingOf(
      "tail",
      byCount((list) => list.slice(1)),
    ),
  ).toBeUndefined();
});

// --- inside ---

async function standingOf(name: string, typed: Typed): Promise<string | undefined> {
  const { [name]: laws = [] } = await minedTogether({ [name]: typed });
  return laws.find((law) => law.name.startsWith("gives "))?.standing;
}

function byCount(call: (list: readonly number[], n: number) => readonly number[]): Typed {
  return { call, params: { list: numbers, n: whole }, returns: numbers };
}

function byCondition(
  call: (list: readonly number[], holds: (item: number) => boolean) => readonly number[],
): Typed {
  return { call, params: { list: numbers, holds: condition }, returns: numbers };
}
