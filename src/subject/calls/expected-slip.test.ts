import { describe, expect, test } from "vitest";
import type { Guard } from "../../kernel/subject/call-plan.ts";
import { whyExpected } from "./expected-throw.ts";

describe("a throw at a line that means to throw", () => {
  test("is expected", () => {
    expect(whyAt(condition, new RangeError("a price is not negative"))).toBe(
      "condition src/a.ts:4",
    );
    expect(whyAt(builtin, new SyntaxError("Unexpected end of JSON input"))).toBe(
      "checked by a builtin src/a.ts:4",
    );
  });

  test("is none of it where the condition itself fails", () => {
    const missing = new TypeError("Cannot read properties of undefined (reading 'cents')");
    expect(whyAt(condition, missing)).toBeUndefined();
    expect(whyAt(builtin, missing)).toBeUndefined();
    expect(whyAt(condition, new RangeError("Maximum call stack size exceeded"))).toBeUndefined();
  });

  test("is no check of a builtin that throws other classes", () => {
    expect(whyAt(builtin, new RangeError("Invalid array length"))).toBeUndefined();
  });

  test("is expected whatever the class of the user's own is called", () => {
    class _PriceError extends Error {}
    const guard = { ...condition, throws: ["PriceError"] };
    expect(whyAt(guard, new _PriceError("no price"))).toBe("condition src/a.ts:4");
  });
});

test("documentation does not cover what only a slip throws", () => {
  const documented = { guards: [], documentedThrows: ["TypeError"] };
  const judged = { plan: documented, preconditions: [], frames: undefined, making };
  expect(whyExpected(new TypeError("the name is missing"), judged)).toBe("documented: TypeError");
  const slip = new TypeError("Cannot read properties of null (reading 'name')");
  expect(whyExpected(slip, judged)).toBeUndefined();
});

// --- inside ---

const making = { hasSignal: false };
const condition: Guard = { file: "src/a.ts", fromLine: 4, toLine: 4, why: "condition", text: "" };
const builtin: Guard = { ...condition, why: "checked by a builtin", throws: ["SyntaxError"] };

function whyAt(guard: Guard, thrown: Error): string | undefined {
  const place = { file: "src/a.ts", line: 4, column: 1, text: "" };
  return whyExpected(thrown, {
    plan: { guards: [guard], documentedThrows: [] },
    preconditions: [],
    frames: () => [place],
    making,
  });
}
