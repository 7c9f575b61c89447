import { expect, test } from "vitest";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { entryText, exportsOf } from "./entry-text.ts";

function target(shape: Shape): CallTarget {
  const from = { module: "src/money.ts", path: ["pay"] };
  const param = { name: "cart", shape, isOptional: false, isRest: false };
  return {
    name: "pay",
    module: "src/money.ts",
    harness: "fresh",
    isWeak: false,
    calls: [
      {
        name: "pay",
        kind: "function",
        from,
        place: { file: "src/money.ts", line: 1 },
        params: [param],
        returns: { kind: "void" },
        isAsync: false,
        definitions: {},
        examples: [],
        guards: [],
        documentedThrows: [],
      },
    ],
  };
}

const cart: Shape = {
  kind: "instance",
  name: "Cart",
  from: { module: "src/cart.ts", path: ["Cart"] },
  how: "constructor",
  params: [],
  fields: [],
};

test("every module that a value is made from is imported", () => {
  const nested: Shape = { kind: "array", of: { kind: "union", of: [cart, { kind: "null" }] } };
  const modules = new Set(exportsOf(target(nested)).map(({ module }) => module));
  expect([...modules].toSorted()).toEqual(["src/cart.ts", "src/money.ts"]);
});

test("what is the user's stands in the options by its import, data as data", () => {
  const text = entryText(
    ".gauntlet/scan/src/money.ts.mjs",
    [
      {
        exportName: "scan_0_pay",
        target: target(cart),
        options: {
          data: [
            { path: ["expectedPreconditions"], value: ["too much"] },
            { path: ["fixtures", "Cart.sku"], value: ["a`$", "b"] },
          ],
          exports: [
            { path: ["object", "factory"], from: { file: "test/make.ts", name: "makeCart" } },
          ],
          judges: [{ maker: "contract", data: { checks: ["shell_safe"] } }],
        },
      },
    ],
    ["test/registry.ts"],
  );
  expect(text).toContain('import { callTest, contract } from "gauntlet/scan-subject";');
  expect(text).toContain('import "../../../test/registry.ts";');
  expect(text).toContain('import * as m0 from "../../../src/cart.ts";');
  expect(text).toContain('["object"]: { ["factory"]: m2["makeCart"] }');
  expect(text).toContain('["fixtures"]: { ["Cart.sku"]: ["a`$","b"] }');
  expect(text).toContain("export const scan_0_pay = callTest({");
  expect(text).toContain('contract({"checks":["shell_safe"]})');
});

test("only what is needed is loaded where it is known from where", () => {
  const homeOf = ({ path: [name = ""] }: { readonly path: readonly string[] }) =>
    name === "pay" ? { file: "src/pay.ts", name: "default" } : undefined;
  const plain = entryText("a.mjs", [entry({ kind: "number" })], [], homeOf);
  expect(plain).toContain('import { default as e0 } from "./src/pay.ts";');
  expect(plain).toContain('"src/money.ts": { get "pay"() { return e0; } }');
  expect(plain).not.toContain("import *");
  const made = entryText("a.mjs", [entry(cart)], [], homeOf);
  expect(made).toContain('import * as m0 from "./src/cart.ts";');
});

test("examples may name anything that their file exports", () => {
  const one = entry({ kind: "number" });
  const example = { of: "pay", text: "pay(1)", says: "1", throws: false, place: "README.md:1" };
  const examples = [{ ...example, code: "(module) => ({})" }];
  const given = { ...one, options: { ...one.options, examples } };
  const homeOf = () => ({ file: "src/pay.ts", name: "pay" });
  expect(entryText("a.mjs", [given], [], homeOf)).toContain('import * as m0 from "./src/money.ts"');
});

test("data with a key that a literal would not keep is parsed", () => {
  const value = JSON.parse('{"__proto__": 1}') as unknown;
  const plain = entry({ kind: "number" });
  const data = [{ path: ["fixtures"], value }];
  const made = { ...plain, options: { ...plain.options, data } };
  expect(entryText("a.mjs", [made], [])).toContain('JSON.parse("{\\"__proto__\\":1}")');
});

test("a key that would change an object's prototype stays a key", () => {
  const shape: Shape = {
    kind: "object",
    fields: [{ key: "__proto__", shape: { kind: "number" }, isOptional: false }],
  };
  const text = entryText("a.mjs", [entry(shape)], []);
  const json = /target: (?<text>\{.*\}),$/mu.exec(text)?.groups?.["text"] ?? "";
  const parsed = JSON.parse(json) as CallTarget;
  expect(parsed.calls[0]?.params[0]?.shape).toEqual(shape);
});

function entry(shape: Shape): Parameters<typeof entryText>[1][number] {
  const options = { data: [], exports: [], judges: [] };
  return { exportName: "scan_0_pay", target: target(shape), options };
}
