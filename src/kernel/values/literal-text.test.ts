import * as fc from "fast-check";
import { expect, test } from "vitest";
import { literalText } from "./literal-text.ts";

test("values are shown the way people write them", () => {
  class Point {
    x = 1;
  }
  const values = [
    [1, -0, 1.5, 12n, true, null, undefined, "card", 'a "quoted" one', "two\nlines", "\u200Bx"],
    [[1, 2, [3]], { cents: 1, "odd key": "x" }, new Point(), new Uint8Array([1, 255])],
    [new Date(0), new Date(Number.NaN), new Map([[1, { a: 2 }]]), new Set(["a"]), [], {}],
    [new Error("no\n  money"), Symbol("s"), function pay() {}, Object.create(null)],
  ].flat(1);
  expect(`\n${values.map(literalText).join("\n")}\n`).toMatchInlineSnapshot(`
    "
    1
    -0
    1.5
    12n
    true
    null
    undefined
    "card"
    "a \\"quoted\\" one"
    "two\\nlines"
    "\\u{200b}x"
    [1, 2, [3]]
    {cents: 1, "odd key": "x"}
    Point {x: 1}
    2 bytes 01ff
    1970-01-01T00:00:00.000Z
    an invalid date
    Map {1 => {a: 2}}
    Set {"a"}
    []
    {}
    Error: no money
    Symbol(s)
    function pay
    {}
    "
  `);
});

test("long values end in an ellipsis and keep whole characters", () => {
  const shown = literalText(Array.from({ length: 1_000 }, (_, index) => index));
  expect(shown).toMatchInlineSnapshot(
    `"[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, …"`,
  );
  expect(literalText("😀".repeat(100))).toMatch(/^"(?:😀)+…$/);
  expect(literalText(2n ** 5_000_000n)).toBe("a huge bigint");
});

test("a cycle ends", () => {
  const list: unknown[] = [1];
  list.push(list);
  expect(literalText(list)).toBe("[1, a cycle]");
});

test("nothing throws, is long, or takes two lines", () => {
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  expect(literalText(hostile)).toContain("cannot be shown");
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
      const text = literalText(value);
      expect(text.length).toBeLessThanOrEqual(80);
      expect(text).not.toContain("\n");
    }),
  );
});
