import { expect, test } from "vitest";
import { escapedBytes } from "./escaped-bytes.ts";

test("bytes are shown so that nothing of them is hidden", () => {
  const bytes = [...Buffer.from('data: "é\u200b\u0007"\r\n'), 0xff, 0xe2, 0x82];
  expect(escapedBytes(new Uint8Array(bytes))).toMatchInlineSnapshot(
    `""data: "é\\u{200b}\\u{7}"\\r\\n\\xff\\xe2\\x82""`,
  );
});

test("what is too long is cut between characters, and told by its size", () => {
  expect(escapedBytes(Buffer.from("ää".repeat(600)), 5)).toBe('"äääää…" and 2,390 bytes more');
  expect(escapedBytes(Buffer.from("abcdef"), 5)).toBe('"abcde…" and 1 byte more');
});
