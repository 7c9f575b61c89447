import { expect, test } from "vitest";
import { TrueType } from "../../report/true-type.ts";
import { wideFont } from "./wide-font.ts";

test("the font that is carried along has glyphs of every script of the basic plane", () => {
  const font = new TrueType(wideFont());
  for (const character of "山田の서울даΕשםमस्ไทยქ") {
    expect([character, font.has(character)]).toEqual([character, true]);
  }
  expect(font.has("\u{1f600}")).toBe(false); // spelt out
  expect([font.width("山"), font.width("д")]).toEqual([1_000, 500]);
  const { bytes, glyphs } = font.part("山田山");
  expect([...glyphs]).toEqual([
    ["山", 1],
    ["田", 2],
  ]);
  expect(bytes.length).toBeLessThan(2_000);
});
