import { expect, test } from "vitest";
import type { InstanceShape } from "../../kernel/values/shape.ts";
import { builtinMakers } from "./builtin-makers.ts";
import { codeText } from "./code-text.ts";
import { instanceMaker } from "./instance-maker.ts";
import { stubMaker } from "./stub-maker.ts";
import { unmade } from "./unmade.ts";

const param = {
  name: "cents",
  shape: { kind: "number" },
  isOptional: false,
  isRest: false,
} as const;
const money: InstanceShape = {
  kind: "instance",
  name: "Money",
  from: { module: "src/money.ts", path: ["Money"] },
  how: "constructor",
  params: [param, { ...param, name: "currency", isOptional: true }],
  fields: [],
};
const factory = {
  ...money,
  how: "factory",
  from: { ...money.from, path: ["Money", "of"] },
} as const;
const makers = new Map([
  ...builtinMakers,
  ["new Money", instanceMaker(money)] as const,
  ["Money.of", instanceMaker(factory)] as const,
  ["function options.onItem", stubMaker("options.onItem", undefined)] as const,
]);

test.for<[unknown, string]>([
  ["a\n\u200B", '"a\\n\\u{200b}"'],
  [-0, "-0"],
  [3n, "3n"],
  [undefined, "undefined"],
  [{ a: 1, "b c": [true, null] }, '{a: 1, "b c": [true, null]}'],
  [JSON.parse('{"__proto__": 1}'), '{["__proto__"]: 1}'],
  [new Date(0), 'new Date("1970-01-01T00:00:00.000Z")'],
  [new Date(Number.NaN), "new Date(NaN)"],
  [new Map([["a", 1]]), 'new Map([["a", 1]])'],
  [new Set([1]), "new Set([1])"],
  [Uint8Array.of(1, 2), "Uint8Array.of(1, 2)"],
  [unmade("Buffer", Uint8Array.of(1, 2)), "Buffer.from([1, 2])"],
  [unmade("sparse array", { items: [1, 2], holes: [1] }), "[1, ,]"],
  [unmade("URL", "https://a.b/"), 'new URL("https://a.b/")'],
  [unmade("promise", unmade("new Money", [3, "EUR"])), 'Promise.resolve(new Money(3, "EUR"))'],
  [unmade("new Money", [3, undefined]), "new Money(3)"],
  [unmade("Money.of", [3, undefined]), "Money.of(3)"],
  [{ onItem: unmade("function options.onItem", null) }, "{onItem: onItem()}"],
])("%o is written %s", ([drawn, written]) => {
  expect(codeText(drawn, makers)).toBe(written);
});

test("what is long is cut", () => {
  const text = codeText(
    Array.from({ length: 500 }, () => "abc"),
    makers,
  );
  expect(text).toHaveLength(120);
  expect(text.endsWith("…")).toBe(true);
});
