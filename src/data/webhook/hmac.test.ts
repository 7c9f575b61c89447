import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bytesOfHex, hmacSha256 } from "./hmac.ts";
import { isSameDigest } from "./schemes.ts";

// Project Wycheproof is not part of the repository: the test looks for it beside it, or where this
// says.
const file = path.resolve(
  process.env["GAUNTLET_WYCHEPROOF"] ?? "../shared/corpora/wycheproof",
  "hmac_sha256_test.json",
);

interface Vectors {
  readonly testGroups: readonly {
    readonly tagSize: number;
    readonly tests: readonly {
      readonly key: string;
      readonly msg: string;
      readonly tag: string;
      readonly result: string;
    }[];
  }[];
}

test("every vector of Wycheproof is judged as it says", ({ skip }) => {
  skip(!existsSync(file), `there is no ${file}`);
  const { testGroups } = JSON.parse(readFileSync(file, "utf8")) as Vectors;
  const counts = { valid: 0, invalid: 0 };
  for (const { tagSize, tests } of testGroups) {
    for (const { key, msg, tag, result } of tests) {
      const right = hmacSha256(bytesOfHex(key), bytesOfHex(msg)).slice(0, tagSize / 4);
      expect(isSameDigest(tag, right)).toBe(result === "valid");
      counts[result as "valid" | "invalid"] += 1;
    }
  }
  expect(counts).toEqual({ valid: 66, invalid: 108 });
});

test("the examples of RFC 4231 come out", () => {
  const text = (given: string): Uint8Array => new TextEncoder().encode(given);
  expect(hmacSha256(text("Jefe"), text("what do ya want for nothing?"))).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const long = new Uint8Array(131).fill(0xaa);
  expect(hmacSha256(long, text("Test Using Larger Than Block-Size Key - Hash Key First"))).toBe(
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});
