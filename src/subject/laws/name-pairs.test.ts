import { expect, test } from "vitest";
import { areTwins, leadsBack } from "./name-pairs.ts";

test.each([
  ["encode", "decode", true],
  ["encodeText", "decodeText", true],
  ["hexEncode", "hexDecode", true],
  ["escape", "unescape", true],
  ["stringify", "parse", true],
  ["toHex", "fromHex", true],
  ["decode", "encode", false],
  ["encodeText", "decodeUrl", false],
  ["formatter", "parseter", false],
  ["total", "fromtal", false],
])("%s and %s name two directions: %s", (there, back, expected) => {
  expect(leadsBack(there, back)).toBe(expected);
});

test.each([
  ["read", "readSync", true],
  ["readSync", "readAsync", true],
  ["sortBy", "orderBy", true],
  ["read", "read", false],
  ["read", "write", false],
])("%s and %s name one thing: %s", (one, other, expected) => {
  expect(areTwins(one, other)).toBe(expected);
});
