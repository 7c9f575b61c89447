import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sha256, Sha256 } from "./sha256.ts";

function oracle(...pieces: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

test("every length around the block size gives Node's digest", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
    expect(sha256(bytes)).toBe(oracle(bytes));
  }
});

test("any text gives Node's digest", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(oracle(text));
    }),
  );
});

test("pieces give the digest of the whole", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 150 }), fc.string())), (pieces) => {
      const hash = new Sha256();
      for (const piece of pieces) hash.update(piece);
      expect(hash.hex()).toBe(oracle(...pieces));
    }),
  );
});

test("text that is longer than what waits gives the digest of the whole", () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index} é😀\n`);
  const hash = new Sha256();
  for (const line of lines) hash.update(line);
  expect(hash.hex()).toBe(oracle(lines.join("")));
});
