import * as fc from "fast-check";
import { expect, test } from "vitest";
import { base64FromBytes, bytesFromBase64 } from "./base64.ts";

test("bytes are written as Node writes them, and read back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = base64FromBytes(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64url"));
      expect(bytesFromBase64(text)).toEqual(bytes);
    }),
  );
});

test("text that Node would read leniently is refused", () => {
  const texts = ["A", "AB=", "A+==", "AB", "é", "AAAAA"];
  expect(texts.filter((text) => bytesFromBase64(text) !== undefined)).toEqual([]);
});
