import { expect, test } from "vitest";
import { codeFrame, lineColumn, quote } from "./code-frame.ts";

test("lines and columns are counted from one, also at the end of the text", () => {
  expect(lineColumn("ab\r\ncd", 0)).toEqual({ line: 1, column: 1 });
  expect(lineColumn("ab\r\ncd", 5)).toEqual({ line: 2, column: 2 });
  expect(lineColumn("a\n", 2)).toEqual({ line: 2, column: 1 });
  expect(lineColumn("", 9)).toEqual({ line: 1, column: 1 });
});

test("a frame shows the line and its carets, and never more than the line", () => {
  const frame = codeFrame("x = 1\nab = [\n1]\n", { start: 11, end: 16 });
  expect(frame).toEqual(["2 | ab = [", "  |      ^"]);
});

test("a long line is cut around the caret", () => {
  const [line = "", carets = ""] = codeFrame("x".repeat(500) + "!", { start: 500, end: 501 });
  expect(line.length).toBeLessThan(90);
  expect(line[carets.indexOf("^")]).toBe("!");
});

test("escape sequences of a file never reach the terminal", () => {
  expect(codeFrame("\u001b[31mred", { start: 0, end: 1 })[0]).toBe("1 | \uFFFD[31mred");
  expect(quote("a\nb\u202E")).toBe("`a\uFFFDb\uFFFD`");
  expect(quote("x".repeat(99))).toHaveLength(62);
});
