import { expect, test } from "vitest";
import { parseFixture } from "./fixture-values.ts";

test("values of fixtures are numbers, words, texts and quoted texts, never code", () => {
  const valuesOf = (text: string) => {
    const parsed = parseFixture(text);
    return parsed.kind === "values" ? parsed.values : parsed;
  };
  expect(valuesOf("gpt-4, claude")).toEqual(["gpt-4", "claude"]);
  expect(valuesOf(`1, -2.5, 1e3, -0, 01, true, false, null, undefined`)).toEqual([
    1,
    -2.5,
    1000,
    { $number: "-0" },
    "01",
    true,
    false,
    null,
    "undefined",
  ]);
  expect(valuesOf(String.raw`'1', "a, b", 'it\'s', '', it's`)).toEqual([
    "1",
    "a, b",
    "it's",
    "",
    "it's",
  ]);
  expect(parseFixture("test/f.ts#models")).toEqual({ kind: "place", place: "test/f.ts#models" });
  expect(parseFixture("sampled_from(['a'])").kind).toBe("wrong");
  expect(parseFixture("a,,b").kind).toBe("wrong");
  expect(parseFixture("'a, b").kind).toBe("wrong");
});
