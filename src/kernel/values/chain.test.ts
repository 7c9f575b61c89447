import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainNext, chainStart, chainText } from "./chain.ts";

test("two texts that differ give different links", () => {
  const text = fc.string({ unit: "binary", maxLength: 40 });
  fc.assert(
    fc.property(text, text, (first, second) => {
      fc.pre(first !== second);
      expect(chainNext(chainStart, first)).not.toBe(chainNext(chainStart, second));
    }),
    { numRuns: 2_000 },
  );
});

test("a link depends on the one before it", () => {
  expect(chainNext(1, "same")).not.toBe(chainNext(2, "same"));
});

test("links do not change between versions, because traces are kept", () => {
  expect(chainText(chainNext(chainStart, ""))).toMatchInlineSnapshot(`"8c6c9afa"`);
  expect(chainText(chainNext(chainStart, '{"kind":"end"}'))).toMatchInlineSnapshot(`"74916a10"`);
});

test("a link is written with eight digits", () => {
  expect(chainText(0xab)).toBe("000000ab");
});
