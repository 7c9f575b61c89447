import { expect, test } from "vitest";
import type { Guard } from "../../kernel/subject/call-plan.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { type Expectations, whyExpected } from "./expected-throw.ts";
import { UnmadeError } from "./maker.ts";
import { StubSpentError } from "./stub-maker.ts";

class ValidationError extends Error {}
class EmailError extends ValidationError {}

const guard: Guard = {
  file: "src/money.ts",
  fromLine: 3,
  toLine: 5,
  why: "condition",
  text: "discount < 0",
};

test.for<[string, unknown, Partial<Expectations>, string | undefined]>([
  ["a plain throw", new Error("no"), {}, undefined],
  ["a throw in a guard", thrownAt("src/money.ts", 4), {}, "condition src/money.ts:3"],
  ["a throw below a guard", thrownAt("src/money.ts", 6), {}, undefined],
  ["a throw at that line of another file", thrownAt("src/other.ts", 4), {}, undefined],
  [
    "what wraps a refusal",
    new Error("x", { cause: thrownAt("src/money.ts", 3) }),
    {},
    "condition src/money.ts:3",
  ],
  ["a documented class", new EmailError("x"), plan(["EmailError"]), "documented: EmailError"],
  [
    "a class below a documented one",
    new EmailError("x"),
    plan(["ValidationError"]),
    "documented: ValidationError",
  ],
  ["another class than documented", new TypeError("x"), plan(["ValidationError"]), undefined],
  ["anything, documented", new TypeError("x"), plan(["*"]), "documented: *"],
  [
    "a configured message",
    new Error("must be positive: -3"),
    { preconditions: ["must be positive"] },
    "configured: must be positive",
  ],
  [
    "a configured class",
    new EmailError("x"),
    { preconditions: ["EmailError"] },
    "configured: EmailError",
  ],
  [
    "a text that was thrown",
    "not allowed",
    { preconditions: ["not allowed"] },
    "configured: not allowed",
  ],
  ["nothing that was configured", new Error("x"), { preconditions: [""] }, undefined],
  [
    "an aborted signal that was given",
    abortError(),
    { making: { hasSignal: true } },
    "the signal was aborted",
  ],
  ["an abort of the code's own", abortError(), {}, undefined],
  ["a file that is not there", systemError(), {}, "the world: ENOENT"],
  ["a value that could not be made", new UnmadeError("no Money", undefined), {}, "no Money"],
  [
    "a stub that was asked too often",
    new StubSpentError(),
    {},
    "stubs were called more than 5000 times",
  ],
  ["null", null, {}, undefined],
])("%s", ([, thrown, changes, why]) => {
  expect(whyExpected(thrown, { ...plan([]), ...defaults, ...changes })).toBe(why);
});

test("an error that throws when it is looked at is a failure", () => {
  const hostile = new Proxy(new Error("x"), {
    get() {
      throw new Error("no");
    },
    getPrototypeOf() {
      throw new Error("no");
    },
  });
  expect(whyExpected(hostile, { ...plan([]), ...defaults })).toBeUndefined();
});

test("a length that a builtin refuses is meant only where a number was given", () => {
  const thrown = Object.assign(new RangeError("Invalid array length"), {
    stack: "RangeError: Invalid array length\n    at src/money.ts:4",
  });
  const array = { ...guard, why: "checked by a builtin", throws: ["RangeError"] } as const;
  const why = (args: readonly unknown[]): string | undefined =>
    whyExpected(thrown, { plan: { guards: [array], documentedThrows: [] }, ...defaults, args });
  expect([why([-1]), why([{ count: -1 }]), why(["-1"])]).not.toContain(undefined);
  expect([why([]), why([[]]), why([["a", null], () => 1])]).toEqual(Array(3).fill(undefined));
});

// --- inside ---

const defaults = {
  preconditions: [],
  making: { hasSignal: false },
  frames: (stack: string): readonly SourceLocation[] => {
    const [, file = "", line = "0"] = /at (src\S+):(\d+)/.exec(stack) ?? [];
    return file === "" ? [] : [{ file, line: Number(line), column: 1, text: "" }];
  },
};

function plan(documentedThrows: readonly string[]): Pick<Expectations, "plan"> {
  return { plan: { guards: [guard], documentedThrows } };
}

function thrownAt(file: string, line: number): Error {
  return Object.assign(new Error("x"), { stack: `Error: x\n    at ${file}:${line}` });
}

function abortError(): Error {
  return Object.assign(new Error("aborted"), { name: "AbortError" });
}

function systemError(): Error {
  return Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT", syscall: "open" });
}
