import { expect, test } from "vitest";
import { isTooDeep } from "./too-deep.ts";

test.each([
  ["lists in a tsconfig.json", `{ "strict": ${"[".repeat(20_000)}${"]".repeat(20_000)} }`],
  ["calls", `${"f(".repeat(20_000)}1${")".repeat(20_000)}`],
  ["arrows", `export const a = ${"()=>".repeat(20_000)}1`],
  ["brackets that never close", "{".repeat(20_000)],
])("%s in each other end no parser: the text is refused before", (_, text) => {
  expect(isTooDeep(text)).toBe(true);
});

test.each([
  ["many lists beside each other", "[1],".repeat(50_000)],
  ["many arrows in statements of their own", "const a = () => 1;\n".repeat(50_000)],
  ["what is nested as far as generated code is", `${"[".repeat(500)}${"]".repeat(500)}`],
])("%s are no nesting", (_, text) => {
  expect(isTooDeep(text)).toBe(false);
});
