import { expect, test } from "vitest";
import type { CallObservation } from "../../kernel/subject/call-test.ts";
import { isInheritedText } from "./judge-native-text.ts";

const source = `${String(Object.prototype.toString)}1`;

test("a count that was added to a function is no count", () => {
  expect(isInheritedText(seen([["toString"]], { toString: source }))).toBe(true);
  expect(isInheritedText(seen([["toString"]], new Map([["toString", [source]]])))).toBe(true);
  expect(isInheritedText(seen([["toString"]], { [source]: 1 }))).toBe(true);
});

test("a count of an object without prototype is one", () => {
  expect(isInheritedText(seen([["toString"]], { toString: 1 }))).toBe(false);
  expect(isInheritedText(seen([["toString"]], "function toString() {}"))).toBe(false);
});

test("a text that was given may be given back, and a function may be given", () => {
  expect(isInheritedText(seen([[source]], [source]))).toBe(false);
  expect(isInheritedText(seen([], Object.prototype.toString))).toBe(false);
});

test("a value that throws when it is looked at is not judged", () => {
  const get = (): never => {
    throw new Error("keep out");
  };
  expect(isInheritedText(seen([], new Proxy([], { get })))).toBe(false);
});

function seen(args: readonly unknown[], value: unknown): CallObservation {
  return { args, outcome: { kind: "returned", value } } as unknown as CallObservation;
}
