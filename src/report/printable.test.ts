import { expect, test } from "vitest";
import { asciiPrintable, printable, screenText } from "./printable.ts";

test("what could drive a terminal or hide is spelt out", () => {
  const hostile = "\u0000\t\n\r\u001b[31m\u007f\u009b\u00ad\u2028\u202e\u2066\ufeff\u{e0041}\ud800";
  expect(printable(hostile)).toBe(
    String.raw`\x00\t\n\r\x1b[31m\x7f\x9b\xad\u2028\u202e\u2066\ufeff\u{e0041}\ud800`,
  );
});

test("what people write stays as it is", () => {
  const written = "Grüße, 漢字, 👩‍👩‍👧, C:\\temp, “quoted”…";
  expect(printable(written)).toBe(written);
});

test("ASCII spells out the rest", () => {
  expect(asciiPrintable("é… 😀\n")).toBe(String.raw`\xe9... \u{1f600}\n`);
});

test("a text that is too long for any screen ends", () => {
  expect(printable("x".repeat(1_000_000)).length).toBeLessThanOrEqual(8_000);
});

test("on a screen only line breaks and our own colours stay as they are", () => {
  const own = "\r\u001B[2K\u001B[31mred\u001B[39m\ttab\nnext";
  expect(screenText(own)).toBe(own);
  expect(screenText("a\u001B[2Jb\u009B1mc\rd\r\u001B[2Ke\u202Ef\u0007g")).toBe(
    String.raw`a\x1b[2Jb\x9b1mc\rd\r\x1b[2Ke\u202ef\x07g`,
  );
});
