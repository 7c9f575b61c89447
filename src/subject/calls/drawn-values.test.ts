import { expect, test } from "vitest";
import { DrawnValues } from "./drawn-values.ts";

test("texts and numbers are met in parts and keys, and given where a shape allows them", () => {
  const met = new DrawnValues();
  met.add({ title: "a", tags: new Map([["b", 7]]) });
  met.add([1.5, new Set(["c"])]);
  expect(met.of({ kind: "string" })).toEqual(["title", "a", "tags", "b", "c"]);
  expect(met.of({ kind: "string", lengthMin: 2 })).toEqual(["title", "tags"]);
  expect(met.of({ kind: "number" })).toEqual([7, 1.5]);
  expect(met.of({ kind: "number", isInteger: true })).toEqual([7]);
  expect(met.of({ kind: "boolean" })).toEqual([]);
});

test("what a maker is called is no key that was met", () => {
  const met = new DrawnValues();
  met.add({ "gauntlet:make": "promise", of: "a" });
  expect(met.of({ kind: "string" })).toEqual(["of", "a"]);
});
