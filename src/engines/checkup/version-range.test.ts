import { expect, test } from "vitest";
import { isInRange } from "./version-range.ts";

const range = "^20.19.0 || >=22.12.0";

test("a version is in a range from its least one on, in one series or in all later ones", () => {
  const of = (...versions: string[]) => versions.map((version) => isInRange(version, range));
  expect(of("20.18.9", "21.7.3", "22.11.0")).toEqual([false, false, false]);
  expect(of("20.19.0", "v20.20.2", "22.12.0", "26.0.0")).toEqual([true, true, true, true]);
});

test("before 1.0 the second number is the series", () => {
  expect([isInRange("0.8.9", "^0.8.1"), isInRange("0.9.0", "^0.8.1")]).toEqual([true, false]);
});

test("what is written in another way is not known", () => {
  expect([isInRange("1.0.0", "latest"), isInRange("", range)]).toEqual([undefined, undefined]);
});
