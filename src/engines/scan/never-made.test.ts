import { expect, test } from "vitest";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { Tally } from "../../kernel/judge/tally.ts";
import { neverMade, uncalledNotes, withoutValues } from "./never-made.ts";

const money: Shape = {
  kind: "instance",
  name: "Money",
  from: { module: "src/money.ts", path: ["Money"] },
  how: "constructor",
  params: [],
  fields: [],
};

function target(name: string, calls: readonly string[]): CallTarget {
  return {
    name,
    module: "src/shop.ts",
    harness: "fresh",
    isWeak: false,
    calls: calls.map((call) => ({
      name: call,
      kind: "function",
      from: { module: "src/shop.ts", path: call.split(".") },
      place: { file: "src/shop.ts", line: 1 },
      params: [
        { name: "count", shape: { kind: "number" }, isOptional: false, isRest: false },
        { name: "price", shape: money, isOptional: false, isRest: false },
      ],
      returns: { kind: "void" },
      isAsync: false,
      definitions: {},
      examples: [],
      guards: [],
      documentedThrows: [],
    })),
  };
}

test("a target whose arguments could never be made is blocked, with the line that helps", () => {
  const tally = new Tally();
  tally.refused({ operation: "pay", kind: "unmade", why: "no Money could be made" }, 50);
  expect(neverMade(target("pay", ["pay"]), tally)).toEqual({
    why: "no run got as far as a call: `pay` could not be made ready: no Money could be made",
    help: [
      "# test/factories.ts: export a function makePrice that gives a value for price",
      "[[scan]]",
      `module = "src/shop.ts"`,
      `fixtures = { price = "test/factories.ts#makePrice" }`,
    ].join("\n"),
  });
});

test("a class of which no instance could be made asks for a factory", () => {
  const tally = new Tally();
  tally.started("new Cart");
  tally.refused({ operation: "new Cart", kind: "unmade", why: "Error: no database" });
  expect(neverMade(target("Cart", ["Cart.add"]), tally)?.help).toBe(
    [
      "# test/factories.ts: export a function makeCart that gives a Cart",
      "[[objects]]",
      `target = "src/shop.ts:Cart"`,
      `factory = "test/factories.ts#makeCart"`,
    ].join("\n"),
  );
});

test("what was called is not blocked, and a method that never was is told", () => {
  const tally = new Tally();
  tally.started("Cart.total");
  tally.refused({ operation: "Cart.add", kind: "unmade", why: "no Money could be made" });
  const cart = target("Cart", ["Cart.add", "Cart.total"]);
  expect(neverMade(cart, tally)).toBeUndefined();
  expect(uncalledNotes(cart, tally)).toEqual([
    "src/shop.ts:Cart.add was never called: no Money could be made; its [[scan]] entry " +
      `can give fixtures = { price = "test/factories.ts#makePrice" }`,
  ]);
  expect(neverMade(cart, new Tally())).toBeUndefined();
});

test("a parameter without values blocks its own target, with the fixture that opens it", () => {
  const error = { what: "no value can be made for `price` of `pay`", note: "it is a class" };
  expect(withoutValues(target("pay", ["pay"]), error)).toEqual({
    why: "no value can be made for `price` of `pay`: it is a class",
    help: [
      "# test/factories.ts: export a function makePrice that gives a value for price",
      "[[scan]]",
      `module = "src/shop.ts"`,
      `fixtures = { price = "test/factories.ts#makePrice" }`,
    ].join("\n"),
  });
});
