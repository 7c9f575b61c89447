import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GauntletError } from "../errors/gauntlet-error.ts";
import { decodeLiteral, encodeLiteral } from "./literal.ts";

function roundTrip(value: unknown): unknown {
  const encoded = encodeLiteral(value);
  expect(encoded).not.toBe(undefined);
  return decodeLiteral(JSON.parse(JSON.stringify(encoded)));
}

function outcomeOf(encoded: unknown): string {
  try {
    decodeLiteral(encoded);
    return "a value";
  } catch (error) {
    return error instanceof GauntletError ? error.code : "a crash";
  }
}

const plainData = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.integer(),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, undefined, "\uD800", "\uDC00x", -0),
    fc.uint8Array(),
    fc.date({ noInvalidDate: false }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("__proto__", "$map", "then")),
      tie("value"),
    ),
    fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 4 }).map((all) => new Map(all)),
    fc.array(tie("value"), { maxLength: 4 }).map((all) => new Set(all)),
  ),
})).value;

describe("plain data", () => {
  test("comes back exactly, through JSON text", () => {
    fc.assert(
      fc.property(plainData, (value) => {
        fc.pre(encodeLiteral(value) !== undefined);
        expect(roundTrip(value)).toStrictEqual(value);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is nearly everything that fast-check makes of data", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(roundTrip(value)).toStrictEqual(value);
      }),
    );
  });

  test("keeps a null prototype and a key named __proto__", () => {
    const bare = Object.assign(Object.create(null), { a: 1 });
    expect(Object.getPrototypeOf(roundTrip(bare))).toBe(null);
    const odd: unknown = JSON.parse('{"__proto__":{"polluted":1}}');
    const back = roundTrip(odd) as object;
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(Object.keys(back)).toEqual(["__proto__"]);
    expect(Reflect.get({}, "polluted")).toBe(undefined);
  });

  test("is readable where JSON can say it", () => {
    expect(JSON.stringify(encodeLiteral({ cents: 1, tags: ["a"], at: new Date(0), n: -0 }))).toBe(
      '{"cents":1,"tags":["a"],"at":{"$date":0},"n":{"$number":"-0"}}',
    );
  });
});

describe("what is not plain data", () => {
  class Point {
    x = 1;
  }
  const shared = {};
  const holed: unknown[] = [];
  holed[1] = 1;
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const buffer = new ArrayBuffer(4);
  const cases: Readonly<Record<string, unknown>> = {
    "a function": () => {},
    "a function inside": { run: () => {} },
    "a symbol": Symbol("s"),
    "a symbol key": { [Symbol("s")]: 1 },
    "a class instance": new Point(),
    "a subclass of Map": new (class extends Map {})(),
    "a Node buffer": Buffer.from("a"),
    "an error": new Error("no"),
    "a regular expression": /a/,
    "a promise": Promise.resolve(1),
    "a boxed number": Object(1),
    "an accessor": Object.defineProperty({}, "x", { get: () => 1, enumerable: true }),
    "a hidden property": Object.defineProperty({}, "x", { value: 1 }),
    "a sparse array": holed,
    "an array with a name": Object.assign([1], { name: "x" }),
    "a map with a name": Object.assign(new Map(), { name: "x" }),
    "a frozen object": Object.freeze({ a: 1 }),
    "a cycle": cycle,
    "a shared reference": [shared, shared],
    "a shared reference through a map": new Map([[shared, [shared]]]),
    "two views of one buffer": [new Uint8Array(buffer), new Uint8Array(buffer)],
    "a view of a part of a buffer": new Uint8Array(buffer, 1, 2),
    "a forged map": Object.create(Map.prototype),
    "a proxy that throws": new Proxy({}, { getPrototypeOf: () => undefined as never }),
    "long text": "x".repeat(70_000),
    "a large array": Array.from({ length: 70_000 }, () => 0),
    "text that is long once escaped": "\u0000".repeat(20_000),
  };

  for (const [name, value] of Object.entries(cases)) {
    test(`is told: ${name}`, () => {
      expect(encodeLiteral(value)).toBe(undefined);
    });
  }

  test("is told without a stack overflow: deep nesting", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(encodeLiteral(deep)).toBe(undefined);
  });
});

describe("a hostile literal", () => {
  const cases: readonly unknown[] = [
    undefined,
    { $nonsense: 1 },
    { $map: 1 },
    { $map: [[1]] },
    { $set: {} },
    { $number: "1" },
    { $bigint: "1.5" },
    { $bigint: 5 },
    { $bytes: "0" },
    { $undefined: false },
    { $date: "now" },
    { $object: [[1, 2]] },
    { $map: [], more: 1 },
  ];
  for (const encoded of cases) {
    test(`is an error: ${JSON.stringify(encoded)}`, () => {
      expect(() => decodeLiteral(encoded)).toThrow(GauntletError);
    });
  }

  test("is an error when it is too deep", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);
    expect(() => decodeLiteral(JSON.parse(text))).toThrow(/nested more than 200/);
  });

  test("never gives anything but a value or a GauntletError", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("$map", "$object", "$x"), (value, tag) => {
        expect(outcomeOf({ [tag]: value })).toMatch(/^(?:a value|T010)$/);
      }),
    );
  });
});
