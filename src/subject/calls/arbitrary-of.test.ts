import { expect, test } from "vitest";
import { z } from "zod";
import { encodeLiteral } from "../../kernel/values/literal.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import type { World } from "../../kernel/subject/subject.ts";
import { ShapeArbitraries } from "./arbitrary-of.ts";
import { conforms, contradictionText } from "./conforms.ts";
import { makeValue, type Making, walk } from "./maker.ts";
import { isPlainShape } from "./plain-shape.ts";
import { outermost } from "./shape-context.ts";

const text: Shape = { kind: "string" };
const number: Shape = { kind: "number" };
const field = (key: string, shape: Shape, isOptional = false) => ({ key, shape, isOptional });
const param = (name: string, shape: Shape, isOptional = false) => ({
  name,
  shape,
  isOptional,
  isRest: false,
});

class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
  static of(cents: number): Promise<Money> {
    return Promise.resolve(new Money(cents));
  }
}
const order = z.object({ id: z.uuid(), count: z.int().min(1).max(9), tags: z.array(z.string()) });
const even = z.object({ n: z.number().refine((n) => n % 2 === 0) });
const modules = { "src/money.ts": { Money, order, even } };
const place = (...path: string[]) => ({ module: "src/money.ts", path });

const definitions: Record<string, Shape> = {
  Tree: {
    kind: "object",
    fields: [field("value", number), field("left", { kind: "ref", name: "Tree" }, true)],
  },
  Json: {
    kind: "union",
    of: [
      text,
      number,
      { kind: "null" },
      { kind: "array", of: { kind: "ref", name: "Json" } },
      { kind: "record", key: text, value: { kind: "ref", name: "Json" } },
    ],
  },
  Endless: { kind: "object", fields: [field("next", { kind: "ref", name: "Endless" })] },
};

const shapes: Record<string, Shape> = {
  boolean: { kind: "boolean" },
  bigint: { kind: "bigint" },
  symbol: { kind: "symbol" },
  null: { kind: "null" },
  undefined: { kind: "undefined" },
  number,
  "whole number": { kind: "number", isInteger: true, min: 1, max: 6 },
  "number between": { kind: "number", min: 0.2, max: 0.7 },
  "number above a million": { kind: "number", isInteger: true, min: 1_000_000 },
  string: text,
  "short string": { kind: "string", lengthMin: 2, lengthMax: 4 },
  pattern: { kind: "string", pattern: "^[A-Z]{2}\\d+$" },
  email: { kind: "string", format: "email" },
  literal: { kind: "literal", value: "EUR" },
  template: { kind: "template", parts: ["id-", number, "/", { kind: "boolean" }] },
  union: { kind: "union", of: [text, number, { kind: "null" }] },
  array: { kind: "array", of: text },
  "bounded array": { kind: "array", of: number, lengthMin: 2, lengthMax: 3 },
  "array with holes": { kind: "array", of: { kind: "union", of: [number, { kind: "undefined" }] } },
  tuple: {
    kind: "tuple",
    items: [
      { shape: text, isOptional: false },
      { shape: number, isOptional: true },
    ],
    rest: { kind: "boolean" },
  },
  object: { kind: "object", fields: [field("a", text), field("b", number, true)] },
  "object with a rest": { kind: "object", fields: [field("a", text)], rest: number },
  record: { kind: "record", key: text, value: number },
  "record of known keys": {
    kind: "record",
    key: {
      kind: "union",
      of: [
        { kind: "literal", value: "a" },
        { kind: "literal", value: "b" },
      ],
    },
    value: text,
  },
  map: { kind: "map", key: text, value: number },
  set: { kind: "set", of: number },
  promise: { kind: "promise", of: number },
  iterable: { kind: "iterable", of: number, isAsync: false },
  "async iterable": { kind: "iterable", of: number, isAsync: true },
  ...Object.fromEntries(
    ["Uint8Array", "Buffer", "ArrayBuffer", "DataView", "Float64Array"].map(
      (type): [string, Shape] => [type, { kind: "bytes", type }],
    ),
  ),
  ...Object.fromEntries(
    ["Date", "RegExp", "URL", "URLSearchParams", "Headers", "Request", "Error", "AbortSignal"].map(
      (name): [string, Shape] => [name, { kind: "builtin", name }],
    ),
  ),
  function: { kind: "function", returns: number, paramsCount: 1 },
  instance: {
    kind: "instance",
    name: "Money",
    from: place("Money"),
    how: "constructor",
    params: [param("cents", number)],
    fields: ["cents"],
  },
  "instance of an async factory": {
    kind: "instance",
    name: "Money",
    from: place("Money", "of"),
    how: "factory",
    params: [param("cents", number)],
    fields: ["cents"],
  },
  "type that contains itself": { kind: "ref", name: "Tree" },
  json: { kind: "ref", name: "Json" },
  schema: { kind: "schema", from: place("order"), or: { kind: "weak", why: "" } },
  weak: { kind: "weak", why: "any" },
};

test.for(Object.entries(shapes))("values of %s are what they say", async ([, shape]) => {
  const drawing = drawingOf(shape);
  for (let run = 0; run < 100; run++) {
    const [value] = await drawing.list(run);
    const contradiction = conforms(value, shape, { definitions });
    expect(contradiction && contradictionText(contradiction)).toBeUndefined();
  }
});

test("of a plain shape everything that is drawn is the value itself", () => {
  const plain = Object.entries(shapes).filter(([, shape]) => isPlainShape(shape, definitions));
  expect(plain.map(([name]) => name)).toContain("json");
  expect(plain.map(([name]) => name)).not.toContain("instance");
  for (const [, shape] of plain) {
    const drawing = drawingOf(shape);
    for (let run = 0; run < 40; run++) {
      expect(JSON.stringify(encodeLiteral(drawing.draw(run)))).not.toContain("gauntlet:make");
    }
  }
});

test("a shape that nothing can be made of has no arbitrary", () => {
  expect(drawingOf({ kind: "ref", name: "Endless" }).arbitrary).toBeUndefined();
  expect(drawingOf({ kind: "never" }).arbitrary).toBeUndefined();
  const blocked: Shape = { kind: "blocked", why: "it is private", help: "add a factory" };
  expect(drawingOf({ kind: "object", fields: [field("a", blocked)] }).arbitrary).toBeUndefined();
  expect(drawingOf({ kind: "union", of: [blocked, text] }).arbitrary).toBeDefined();
});

test.for<[string, Shape, (value: unknown) => boolean]>([
  ["NaN", number, Number.isNaN],
  ["-0", number, (value) => Object.is(value, -0)],
  ["2 ** 53", number, (value) => value === 2 ** 53],
  ["a fraction", number, (value) => Number.isFinite(value) && !Number.isInteger(value)],
  ["the empty text", text, (value) => value === ""],
  ["half of a pair", text, (value) => value === "\uD800"],
  ["a long text", text, (value) => String(value).length > 500],
  ["`__proto__`", text, (value) => value === "__proto__"],
  [
    "an own key `__proto__`",
    { kind: "record", key: text, value: number },
    (value) => Object.hasOwn(value as object, "__proto__"),
  ],
  [
    "undefined for a field",
    { kind: "object", fields: [field("a", text, true)] },
    (value) =>
      Object.hasOwn(value as object, "a") && Reflect.get(value as object, "a") === undefined,
  ],
  [
    "no field",
    { kind: "object", fields: [field("a", text, true)] },
    (value) => !Object.hasOwn(value as object, "a"),
  ],
  [
    "equal items",
    { kind: "array", of: text },
    (value) => {
      const items = value as readonly unknown[];
      return items.length > 1 && new Set(items).size < items.length;
    },
  ],
])("%s comes up", async ([, shape, isIt]) => {
  const drawing = drawingOf(shape);
  let count = 0;
  for (let run = 0; run < 2_000; run++) if (isIt(await drawing.make(run))) count += 1;
  expect(count).toBeGreaterThan(0);
});

test("holes come up only where undefined is allowed", async () => {
  const count = async (of: Shape): Promise<number> => {
    const drawing = drawingOf({ kind: "array", of });
    let holes = 0;
    for (let run = 0; run < 1_000; run++) {
      const items = (await drawing.make(run)) as unknown[];
      if (Object.keys(items).length < items.length) holes += 1;
    }
    return holes;
  };
  expect(await count(number)).toBe(0);
  expect(await count({ kind: "union", of: [number, { kind: "undefined" }] })).toBeGreaterThan(0);
});

test.for<[unknown, Shape, boolean]>([
  [42.5, number, true],
  ["any text \uDC00", text, true],
  ["x".repeat(5_000), text, true],
  ["abc", { kind: "string", lengthMax: 2 }, false],
  [{ a: "b", b: 3 }, shapes["object"] ?? text, true],
  [{ a: 1 }, shapes["object"] ?? text, false],
  [{ a: "b", further: 3 }, shapes["object with a rest"] ?? text, true],
  [[1, 2], { kind: "array", of: number }, true],
  [["a", 1, true, false], shapes["tuple"] ?? text, true],
  [new Map([["a", 1]]), shapes["map"] ?? text, true],
  [{ "gauntlet:make": "new Money value", of: [7] }, shapes["instance"] ?? text, true],
  [{ value: 1, left: { value: 2 } }, { kind: "ref", name: "Tree" }, true],
])("a guess of %o is accepted or not", ([value, shape, isAccepted]) => {
  expect(drawingOf(shape).arbitrary?.canShrinkWithoutContext(value)).toBe(isAccepted);
});

test("a schema's own rules decide what is drawn", async () => {
  const or: Shape = { kind: "object", fields: [field("n", number)] };
  const drawing = drawingOf({ kind: "schema", from: place("even"), or });
  for (let run = 0; run < 50; run++) {
    const { n } = (await drawing.make(run)) as { n: number };
    expect(Math.abs(n % 2)).toBe(0);
  }
});

test("a stub draws what it gives when it is called, and gives the same in a replay", async () => {
  const drawing = drawingOf({ kind: "function", returns: number, paramsCount: 0 });
  const call = async (): Promise<readonly unknown[]> => {
    const stub = (await drawing.make(3)) as () => unknown;
    return [stub(), stub(), stub()];
  };
  const first = await call();
  expect(first.every((value) => typeof value === "number")).toBe(true);
  expect(await call()).toEqual(first);
});

// --- inside ---

function drawingOf(shape: Shape) {
  const arbitraries = new ShapeArbitraries({ definitions, modules });
  const arbitrary = arbitraries.of(shape, outermost("value"));
  const madeIn = (run: number): unknown => {
    if (arbitrary === undefined) throw new Error("no arbitrary");
    const decisions = new RecordedDecisions(new RandomSource().restart(seedWords("shapes"), run));
    const making: Making = {
      world: { sleep: () => Promise.resolve() } as unknown as World,
      decisions,
      modules,
      makers: arbitraries.makers,
      stubCalls: 0,
      hasSignal: false,
    };
    // In a list: a promise that is the value itself must not be waited for.
    return walk(makeValue([decisions.value("value", arbitrary)], making));
  };
  const list = async (run: number): Promise<readonly unknown[]> =>
    (await madeIn(run)) as readonly unknown[];
  const draw = (run: number): unknown => {
    const decisions = new RecordedDecisions(new RandomSource().restart(seedWords("shapes"), run));
    return arbitrary && decisions.value("value", arbitrary);
  };
  return { arbitrary, draw, list, make: async (run: number) => (await list(run))[0] };
}
