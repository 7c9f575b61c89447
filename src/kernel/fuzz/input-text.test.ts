import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesCode, inputText } from "./input-text.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("an input", () => {
  test("that is text is shown as text, as hex and as code", () => {
    expect(inputText(bytesOf('{"a":\u001B[31m "\u200B"}\n'))).toMatchInlineSnapshot(`
      {
        "bytes": 18,
        "code": "new TextEncoder().encode("{\\"a\\":\\u001b[31m \\"\\u{200b}\\"}\\n")",
        "hex": [
          "00000000  7b 22 61 22 3a 1b 5b 33  31 6d 20 22 e2 80 8b 22  |{"a":.[31m "..."|",
          "00000010  7d 0a                                             |}.|",
        ],
        "text": ""{\\"a\\":\\u001b[31m \\"\\u{200b}\\"}\\n"",
      }
    `);
  });

  test("that is no text is shown as hex and as numbers", () => {
    expect(inputText(Uint8Array.of(0xff, 0, 0x41))).toMatchInlineSnapshot(`
      {
        "bytes": 3,
        "code": "Uint8Array.from([0xff, 0x00, 0x41])",
        "hex": [
          "00000000  ff 00 41                                          |..A|",
        ],
        "text": undefined,
      }
    `);
  });

  test("that is empty has no lines", () => {
    expect(inputText(new Uint8Array())).toEqual({
      text: '""',
      hex: [],
      code: "Uint8Array.from([])",
      bytes: 0,
    });
  });

  test("that is long is cut in the dump and whole in the code", () => {
    const { hex, code } = inputText(bytesOf("a".repeat(100)), 2);
    expect(hex).toHaveLength(3);
    expect(hex[2]).toBe("… and 68 more bytes");
    expect(code).toContain("a".repeat(100));
  });

  test("has code that makes the very same bytes, and forms that drive no terminal", () => {
    const anyBytes = fc.oneof(fc.uint8Array(), fc.string({ unit: "grapheme" }).map(bytesOf));
    const marks = [
      "\uFEFFa",
      "\u2028",
      "\u202Eabc",
      "`${x}`",
      "\\",
      "\u0000".repeat(3),
      "é\u{1F600}",
    ];
    const same = (bytes: Uint8Array): void => {
      const { code, text = "", hex } = inputText(bytes);
      const made = vm.runInNewContext(code, { TextEncoder, Uint8Array }) as Uint8Array;
      expect([...made]).toEqual([...bytes]);
      expect([code, text, ...hex].join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    };
    for (const mark of marks) same(bytesOf(mark));
    fc.assert(fc.property(anyBytes, same));
  });

  test("that is mostly control characters is written as numbers", () => {
    expect(bytesCode(Uint8Array.of(1, 2, 3, 0x41))).toBe(
      "Uint8Array.from([0x01, 0x02, 0x03, 0x41])",
    );
    expect(bytesCode(bytesOf("a\nb"))).toBe('new TextEncoder().encode("a\\nb")');
  });
});
