import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""));

test("lines come whole, wherever the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      expect(split(bytes, cuts)).toEqual(lines);
    }),
  );
});

test("a character that is cut in two is put together", () => {
  const bytes = Buffer.from("a😀é\n");
  const oneByOne = Array.from(bytes, () => 1);
  expect(split(bytes, oneByOne)).toEqual(["a😀é"]);
});

test("a last line without an end is kept back", () => {
  expect(split(Buffer.from("one\ntwo"), [])).toEqual(["one"]);
});

test("empty lines are lines", () => {
  expect(split(Buffer.from("\n\n"), [])).toEqual(["", ""]);
});

// --- inside ---

/** Pushes the bytes in pieces of the given lengths, and then the rest. */
function split(bytes: Buffer, lengths: readonly number[]): readonly string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((text) => void lines.push(text));
  let from = 0;
  for (const length of lengths) {
    splitter.push(bytes.subarray(from, from + length));
    from += length;
  }
  splitter.push(bytes.subarray(from));
  return lines;
}
