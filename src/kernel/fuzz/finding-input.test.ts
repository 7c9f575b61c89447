import { expect, test } from "vitest";
import type { Decision } from "../decisions/decision.ts";
import { failedAs, findingInput, lastInput } from "./finding-input.ts";

const given = (...hex: readonly string[]): readonly Decision[] =>
  hex.flatMap((value): Decision[] => [
    { kind: "bytes", label: "data", value },
    { kind: "chance", label: "another input", value: true },
  ]);

test("the input of a finding is the last of its run, as text, hex and code", () => {
  expect(findingInput(given("00", "6b65793d"), { kind: "bytes" })).toEqual({
    text: '"key="',
    hex: ["00000000  6b 65 79 3d                                       |key=|"],
    code: 'new TextEncoder().encode("key=")',
    bytes: 4,
    inputs: 2,
  });
  expect(lastInput(given("00", "6b65793d"))).toEqual(new TextEncoder().encode("key="));
});

test("of a test that takes text, the code is the text as the test was given it", () => {
  expect(findingInput(given("6bff"), { kind: "text" })).toMatchObject({
    code: '"k\uFFFD"',
    text: '"k\uFFFD"',
    bytes: 2,
  });
});

test("values have no bytes, and other decisions are no inputs", () => {
  expect(findingInput(given("00"), { kind: "value" })).toBeUndefined();
  expect(findingInput(given("00"), undefined)).toBeUndefined();
  const other: Decision = { kind: "bytes", label: "salt", value: "00" };
  expect(findingInput([other], { kind: "bytes" })).toBeUndefined();
});

test("what ends no more is called a timeout, what fills the memory oom, the rest a crash", () => {
  expect(failedAs({ kind: "timeout", error: "Error" })).toBe("timeout");
  expect(failedAs({ kind: "property", error: "TooMuchWork" })).toBe("timeout");
  expect(failedAs({ kind: "memory", error: "Error" })).toBe("oom");
  expect(failedAs({ kind: "thrown", error: "RangeError" })).toBe("crash");
});
