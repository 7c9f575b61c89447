import { expect, test } from "vitest";
import { rememberFrames } from "./remember-frames.ts";

test("stacks that differ in their message only are looked at once", () => {
  let looks = 0;
  const frames = rememberFrames((stack) => {
    looks += 1;
    return [{ file: "a.ts", line: stack.length, column: 1, text: "" }];
  });
  const first = frames("Error: one\n    at f (/a.ts:1:1)");
  expect(frames("Error: another\n    at f (/a.ts:1:1)")).toBe(first);
  expect(looks).toBe(1);
  expect(frames("Error: one\n    at g (/a.ts:2:1)")).not.toBe(first);
  expect(looks).toBe(2);
  frames.forget();
  frames("Error: one\n    at f (/a.ts:1:1)");
  expect(looks).toBe(3);
});
