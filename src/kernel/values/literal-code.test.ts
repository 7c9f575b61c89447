import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLiteral, encodeLiteral } from "./literal.ts";
import { literalCode } from "./literal-code.ts";

function evaluated(code: string): unknown {
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  return new Function(`return (${code});`)();
}

test("the code of a literal makes the literal", () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    stringUnit: "binary",
  });
  fc.assert(
    fc.property(values, (value) => {
      const encoded = encodeLiteral(value);
      fc.pre(encoded !== undefined);
      expect(encodeLiteral(evaluated(literalCode(encoded)))).toEqual(encoded);
    }),
    { seed: 42, numRuns: 500 },
  );
});

test.each([
  [-0, "-0"],
  [Number.NaN, "NaN"],
  [12n, "12n"],
  [undefined, "undefined"],
  [{ a: 1, "b c": [] }, '{ a: 1, "b c": [] }'],
  [JSON.parse('{"__proto__":1}'), '{ ["__proto__"]: 1 }'],
  ["\u{200b}\ud800", String.raw`"\u{200b}\ud800"`],
  [new Map([[1, new Set(["x"])]]), 'new Map([[1, new Set(["x"])]])'],
  [Uint8Array.from([1, 255]), "Uint8Array.from([1, 255])"],
])("%o is written %s", (value, code) => {
  const encoded = encodeLiteral(value);
  expect(encoded).toBeDefined();
  expect(literalCode(encoded ?? null)).toBe(code);
  expect(decodeLiteral(encoded)).toEqual(value);
});
