import { expect, test } from "vitest";
import type { Shape } from "../../kernel/values/shape.ts";
import { conforms, contradictionText } from "./conforms.ts";

const text: Shape = { kind: "string" };
const number: Shape = { kind: "number" };
const field = (key: string, shape: Shape, isOptional = false) => ({ key, shape, isOptional });
const bill: Shape = {
  kind: "object",
  name: "Bill",
  fields: [field("total", number), field("note", text, true)],
};
const bills: Shape = { kind: "array", of: bill };
const orNull: Shape = { kind: "union", of: [bill, { kind: "null" }] };
const throwing = new Proxy(
  {},
  {
    get() {
      throw new Error("no");
    },
  },
);
class Money {
  cents = 1;
}
const money: Shape = {
  kind: "instance",
  name: "Money",
  from: { module: "a", path: ["Money"] },
  how: "constructor",
  params: [],
  fields: ["cents"],
};
const loop: { self?: unknown; total: number } = { total: 1 };
loop.self = loop;
const looped: Shape = { kind: "ref", name: "Loop" };
const definitions: Record<string, Shape> = {
  Loop: { kind: "object", fields: [field("self", looped), field("total", number)] },
};

test.for<[unknown, Shape, string]>([
  ["12", number, "it is a string, declared number"],
  [undefined, number, "it is undefined, declared number"],
  [null, { kind: "undefined" }, "it is null, declared undefined"],
  [[1], { kind: "tuple", items: [] }, "it is an array, declared []"],
  [{ total: "12" }, bill, ".total is a string, declared number"],
  [{}, bill, ".total is missing, declared number"],
  [null, bill, "it is null, declared Bill"],
  [7, bill, "it is a number, declared Bill"],
  [{ total: 1, note: 3 }, bill, ".note is a number, declared string"],
  [[{ total: 1 }, { total: null }], bills, "[].total is null, declared number"],
  [{ total: 1 }, bills, "it is an object, declared Bill[]"],
  [{ total: "1" }, orNull, ".total is a string, declared number"],
  ["1", orNull, "it is a string, declared Bill | null"],
  ["b", { kind: "literal", value: "a" }, 'it is a string, declared "a"'],
  ["id", { kind: "template", parts: ["id-", number] }, "it is a string, declared `id-${number}`"],
  [{ a: 1, b: "2" }, { kind: "record", key: text, value: number }, "[key] is a string, declared"],
  [new Map([["a", "1"]]), { kind: "map", key: text, value: number }, ".get(key) is a string"],
  [new Set(["1"]), { kind: "set", of: number }, "[] is a string, declared number"],
  [
    ["a", "b"],
    { kind: "tuple", items: [text, number].map((shape) => ({ shape, isOptional: false })) },
    "[1] is a string",
  ],
  ["2020-01-01", { kind: "builtin", name: "Date" }, "it is a string, declared Date"],
  [{ getTime: 1 }, { kind: "builtin", name: "Date" }, "it is an object, declared Date"],
  [{}, money, "it is an object, declared Money"],
  [[1], { kind: "bytes", type: "Uint8Array" }, "it is an array, declared Uint8Array"],
  [1, { kind: "never" }, "it is a number, declared never"],
  [{}, { kind: "function", returns: number, paramsCount: 0 }, "declared a function"],
  [{ ...loop, total: "1", self: loop }, looped, ".total is a string"],
])("%o contradicts what was declared", ([value, shape, words]) => {
  const contradiction = conforms(value, shape, { definitions });
  expect(contradiction && contradictionText(contradiction)).toContain(words);
});

test.for<[unknown, Shape]>([
  [Number.NaN, number],
  [{ total: 1, further: "field" }, bill],
  [{ total: 1, note: undefined }, bill],
  [Object.create({ total: 1 }), bill],
  ["anything", { kind: "void" }],
  ["anything", { kind: "weak", why: "" }],
  ["text", { kind: "object", fields: [field("length", number)] }],
  [[1, , 3], { kind: "array", of: number }], // eslint-disable-line no-sparse-arrays -- the point
  [Buffer.from("a"), { kind: "bytes", type: "Uint8Array" }],
  [new RangeError("a"), { kind: "builtin", name: "Error" }],
  [{ status: 200 }, { kind: "builtin", name: "Response" }],
  [new (class extends Money {})(), money],
  [{ cents: 3 }, money],
  ["abc", { kind: "iterable", of: text, isAsync: false }],
  [
    ["a"],
    {
      kind: "tuple",
      items: [
        { shape: text, isOptional: false },
        { shape: number, isOptional: true },
      ],
    },
  ],
  [loop, looped],
  [3, { kind: "ref", name: "Nobody" }],
  [Array.from({ length: 20_000 }, () => ({ total: 1 })), bills],
])("%o does not contradict what was declared", ([value, shape]) => {
  expect(conforms(value, shape, { definitions })).toBeUndefined();
});

test("a value that throws when it is looked at contradicts nothing", () => {
  expect(conforms(throwing, bill, { definitions })).toBeUndefined();
});
