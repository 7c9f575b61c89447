import { expect, test } from "vitest";
import { cutText, padText, textWidth, wrapText } from "./column-text.ts";

test("width is what a terminal draws", () => {
  const paintedMark = `${String.fromCodePoint(27)}[31mx${String.fromCodePoint(27)}[39m`;
  expect(["abc", "⚡", "✗✓", "漢字", "e\u0301", "👨‍👩‍👧", paintedMark].map(textWidth)).toEqual([
    3, 2, 2, 4, 1, 2, 1,
  ]);
});

test("a text is cut only if it does not fit, and never in the middle of a character", () => {
  const room = { columns: 5, ellipsis: "…" };
  expect(
    ["abcde", "abcdef", "ab  cdef", "漢字漢", "😀😀😀"].map((text) => cutText(text, room)),
  ).toEqual(["abcde", "abcd…", "ab…", "漢字…", "😀😀…"]);
});

test("a text wraps at spaces, breaks words that are too long, and says where it ends early", () => {
  const room = { columns: 10, linesMax: 3, ellipsis: "…" };
  expect(wrapText("", room)).toEqual([""]);
  expect(wrapText("one two three", room)).toEqual(["one two", "three"]);
  expect(wrapText("0123456789 abc", room)).toEqual(["0123456789", "abc"]);
  expect(wrapText("a 0123456789abcdef", room)).toEqual(["a 01234567", "89abcdef"]);
  expect(wrapText("one two three four five six", room)).toEqual([
    "one two",
    "three four",
    "five six",
  ]);
  expect(wrapText("word ".repeat(20), room)).toEqual(["word word", "word word", "word word…"]);
});

test("padding fills up to a column and never cuts", () => {
  expect([padText("⚡", 4), padText("abcd", 2)]).toEqual(["⚡  ", "abcd"]);
});
