import { expect, test } from "vitest";
import { typedProject } from "./fixtures/typed-project.ts";

/** The shapes of the parameters of `f`, and the laws that its words say. */
async function said(source: string): Promise<{ shapes: unknown[]; laws: string[] }> {
  using project = typedProject(source);
  const call = (await project.calls()).get("f");
  const shapes = (call?.params ?? []).map(({ shape }) => shape);
  return { shapes, laws: (call?.stated?.laws ?? []).map(({ name }) => name) };
}

function takes(words: string, type = "number"): Promise<{ shapes: unknown[]; laws: string[] }> {
  return said(`/** @param n ${words} */\nexport function f(n: ${type}): void {}\n`);
}

test.each([
  ["a share between 0 and 1", { kind: "number", min: 0, max: 1 }],
  ["month (1-12)", { kind: "number", min: 1, max: 12 }],
  ["- in the range [0, 100]", { kind: "number", min: 0, max: 100 }],
  ["must be a positive integer", { kind: "number", isInteger: true, min: 1 }],
  ["a non-negative number", { kind: "number", min: 0 }],
  ["whole number, at least 2", { kind: "number", isInteger: true, min: 2 }],
])("no other numbers are made than `@param n %s` says", async (words, shape) => {
  expect((await takes(words)).shapes).toEqual([shape]);
});

test.each([
  "between 0 and 1; other values are clamped",
  "a number, usually between 0 and 1",
  "between 0 (exclusive) and 1",
  "the number of items, 0 if there are none",
  "how positive the user is",
])("words that have more than one meaning narrow nothing: %s", async (words) => {
  expect((await takes(words)).shapes).toEqual([{ kind: "number" }]);
});

test("texts and lists that must not be empty are not", async () => {
  expect((await takes("a non-empty text", "string")).shapes).toEqual([
    { kind: "string", lengthMin: 1 },
  ]);
  expect((await takes("must not be empty", "number[]")).shapes).toEqual([
    { kind: "array", of: { kind: "number" }, lengthMin: 1 },
  ]);
});

test("a value for which an error is documented is part of what is taken", async () => {
  const { shapes, laws } = await said(`/**
 * @param n a positive integer
 * @throws {RangeError} if \`n\` is less than zero
 */
export function f(n: number): void {}
`);
  expect(shapes).toEqual([{ kind: "number" }]);
  expect(laws).toEqual(["throws RangeError when n is negative"]);
});

test.each([
  ["{TypeError} when n is not an integer", "throws TypeError when n is not an integer"],
  [
    "RangeError if the `n` argument is greater than 10",
    "throws RangeError when n is greater than 10",
  ],
  ["{Error} if n is zero or negative", "throws Error when n is not positive"],
  ["if n is NaN", "throws an error when n is NaN"],
  ["{Error} if n is not between 0 and 1.", "throws Error when n is not between 0 and 1"],
])("an error with one condition is a law: @throws %s", async (words, law) => {
  const { laws } = await said(`/** @throws ${words} */\nexport function f(n: number): void {}\n`);
  expect(laws).toEqual([law]);
});

test.each([
  "{Error} if n is negative and the list is empty",
  "{Error} if n is negative, unless strict",
  "{Error} if m is negative",
  "{Error} when something goes wrong",
])("an error with a condition that is not wholly understood is none: @throws %s", async (words) => {
  const { laws } = await said(`/** @throws ${words} */\nexport function f(n: number): void {}\n`);
  expect(laws).toEqual([]);
});

test.each([
  ["number", "a non-negative integer", ["output is an integer", "output >= 0"]],
  ["number", "a positive number", ["output > 0"]],
  ["number", "the month, from 1 to 12", ["output in [1, 12]"]],
  [
    "string[]",
    "the names without duplicates, in ascending order",
    ["output has no duplicates", "output is sorted"],
  ],
  ["string", "the name in lower case", ["output is in lower case"]],
  ["string", "the text with the first letter in lower case", []],
  ["number", "a positive number, or -1 if there is none", []],
])("what `@returns {%s} %s` says", async (type, words, laws) => {
  const code = `export function f(): ${type} { throw new Error("x"); }`;
  using project = typedProject(`/** @returns ${words} */\n${code}\n`);
  const call = (await project.calls()).get("f");
  expect((call?.stated?.laws ?? []).map(({ name }) => name)).toEqual(laws);
});

test("an optional parameter of a type parameter takes nothing but what that extends", async () => {
  const { shapes } = await said(
    `export function f<N extends number | undefined = undefined>(limit?: N): void {}\n`,
  );
  expect(JSON.stringify(shapes)).not.toContain("boolean");
});
