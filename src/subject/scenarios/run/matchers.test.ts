import { expect, test } from "vitest";
import { errorMismatch, mismatch } from "./matchers.ts";
import { isOfHarness } from "./step-failure.ts";

const endless = `${"a".repeat(60)}!`;

test("a pattern of a scenario that goes on without end judges nothing, and is named", () => {
  const thrown = [
    () => mismatch(endless, { regex: "^(a+)+$" }),
    () => errorMismatch(new Error(endless), { regex: "^(a+)+$" }),
    () => mismatch(endless, { schema: { type: "string", pattern: "^(a+)+$" } }),
  ].map((judge) => {
    try {
      return judge();
    } catch (error) {
      return error;
    }
  });
  expect(thrown.map(isOfHarness)).toEqual([true, true, true]);
  expect(thrown.map((error) => (error as Error).message)).toEqual([
    "/^(a+)+$/ took more than 1000 ms on a text of 61 characters and was given up",
    "/^(a+)+$/ took more than 1000 ms on a text of 61 characters and was given up",
    "the schema took more than 1000 ms on the value and was given up",
  ]);
}, 20_000);

test("ordinary patterns match as ever", () => {
  expect(mismatch("order 42", { regex: "^order \\d+$" })).toBe(undefined);
  expect(mismatch("order", { regex: "^order \\d+$" })).toBe(
    '"order" does not match /^order \\d+$/',
  );
});
