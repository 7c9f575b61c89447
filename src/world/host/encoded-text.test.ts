import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { literalLengthMax } from "../../kernel/values/literal.ts";
import { bytesOf, cutText, encodeBytes, partOf, partsAfterFirst, textOf } from "./encoded-text.ts";

const snow = Buffer.from("☃☃");

describe("bytes of the host", () => {
  test("come back as they were, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(new Uint8Array(bytesOf(encodeBytes(bytes)))).toEqual(bytes);
      }),
    );
  });

  test("come back from their parts, each of which a trace can keep", () => {
    const odd = fc.constantFrom("a", "\0", "☃", "\uFEFF", '"', "🎈");
    const long = fc.string({ unit: odd, minLength: 9_000, maxLength: 40_000 });
    fc.assert(
      fc.property(long, (text) => {
        const kept = encodeBytes(Buffer.from(text));
        const parts = Array.from({ length: partsAfterFirst(kept) + 1 }, (_, at) =>
          partOf(kept, at),
        );
        expect(parts.join("")).toBe(kept.text);
        expect(partOf(kept, parts.length)).toBe("");
        for (const part of parts) {
          expect(JSON.stringify(part).length).toBeLessThan(literalLengthMax);
        }
        expect(textOf(kept)).toEqual({ text, isExact: true });
      }),
      { numRuns: 20 },
    );
  });

  test("are kept as text where they are UTF-8, a mark at the beginning included", () => {
    expect(encodeBytes(Buffer.from("\uFEFFhé"))).toEqual({ isText: true, text: "\uFEFFhé" });
    expect(encodeBytes(Buffer.from([0x68, 0xff]))).toEqual({ isText: false, text: "aP8=" });
    expect(textOf({ isText: false, text: "aP8=" })).toEqual({ text: "h\uFFFD", isExact: false });
  });

  test("are kept in base64 where JSON would make six characters of each", () => {
    const kept = encodeBytes(new Uint8Array(1_000));
    expect(kept.isText).toBe(false);
    expect(textOf(kept)).toEqual({ text: "\0".repeat(1_000), isExact: true });
  });

  test("that were cut out of a text lose the halves of characters at both ends", () => {
    for (let from = 1; from <= 3; from++) {
      for (let to = 3; to <= 5; to++) {
        const cut = encodeBytes(snow.subarray(from, to));
        expect(cutText(cut)).toBe("");
      }
    }
    expect(cutText(encodeBytes(snow.subarray(1)))).toBe("☃");
    expect(cutText(encodeBytes(snow.subarray(0, 5)))).toBe("☃");
  });
});
