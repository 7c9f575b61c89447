import { expect, test } from "vitest";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import type { Entry } from "../../campaign/entries/entry-text.ts";
import { unmade } from "../../subject/calls/unmade.ts";
import { witnessOf } from "./witness.ts";

const text: Shape = { kind: "string" };

function param(name: string): ParamPlan {
  return { name, shape: text, isOptional: false, isRest: false };
}

function call(name: string, params: readonly ParamPlan[]): CallTarget["calls"][number] {
  return {
    name,
    kind: name.includes(".") ? "method" : "function",
    from: { module: "src/a.ts", path: name.split(".") },
    place: { file: "src/a.ts", line: 1 },
    params,
    returns: { kind: "void" },
    isAsync: false,
    definitions: {},
    examples: [],
    guards: [],
    documentedThrows: [],
  };
}

function entry(given: Partial<CallTarget>, data: Entry["options"]["data"] = []): Entry {
  const calls = [call("join", [param("first"), param("second")])];
  const base = { name: "join", module: "src/a.ts", harness: "fresh", isWeak: false } as const;
  const target: CallTarget = { ...base, calls, ...given };
  return { exportName: "scan_join", target, options: { data, exports: [], judges: [] } };
}

function value(label: string, of: unknown): Decision {
  return { kind: "value", label, bias: 1, draws: [], path: [], literal: { value: of } };
}

function chance(label: string, is: boolean): Decision {
  return { kind: "chance", label, value: is };
}

function integer(label: string, at: number): Decision {
  return { kind: "integer", label, value: at };
}

function argsOf(
  of: Entry,
  decisions: readonly Decision[],
): readonly [args: readonly unknown[], usesWorld: boolean] {
  const { calls, usesWorld } = witnessOf(of, decisions);
  return [calls.map(({ args }) => args), usesWorld];
}

test("arguments are read in their order, also where one could have been taken again", () => {
  const drawn = [value("first", "a"), chance("again", false), value("second", "b")];
  expect(argsOf(entry({}), drawn)).toEqual([[["a", "b"]], false]);
});

test("a value that was taken again is the one that was drawn before", () => {
  const again = [value("first", "a"), chance("again", true), integer("again", 0)];
  expect(argsOf(entry({}), again)).toEqual([[["a", "a"]], false]);
  const [args, usesWorld] = argsOf(
    entry({}, [{ path: ["fixtures", "first"], value: ["a"] }]),
    again,
  );
  expect([args, usesWorld]).toEqual([[undefined], true]);
});

test("an example is read as its values", () => {
  const drawn = [chance("example", true), integer("example", 0)];
  const all = [...drawn, value("first", "a"), value("second", "b")];
  expect(argsOf(entry({}), all)).toEqual([[["a", "b"]], false]);
});

test("decisions of the world are told", () => {
  const drawn = [value("first", "a"), value("second", "b"), integer("latency", 1)];
  expect(argsOf(entry({}), drawn)).toEqual([[["a", "b"]], true]);
});

test("what is made in the run cannot be written down", () => {
  const drawn = [value("first", [unmade("Money", [1])]), value("second", "b")];
  expect(argsOf(entry({}), drawn)).toEqual([[undefined], false]);
});

test("calls on one instance are read with what makes it, unless the user's code does", () => {
  const from = { module: "src/a.ts", path: ["Cart"] };
  const receiver = { kind: "instance", name: "Cart", from, how: "constructor" } as const;
  const target = {
    harness: "stateful" as const,
    receiver: { ...receiver, params: [], fields: [] },
    calls: [call("Cart.add", [param("sku")]), call("Cart.total", [])],
  };
  const drawn: readonly Decision[] = [
    { kind: "pick", label: "call", value: "Cart.add" },
    value("sku", "a"),
    chance("more", true),
    { kind: "pick", label: "call", value: "Cart.total" },
    chance("more", false),
  ];
  const made = { from, how: "constructor", args: [] };
  const add = { kind: "method", from, method: "add", args: ["a"], receiver: made };
  const total = { kind: "method", from, method: "total", args: [], receiver: made };
  expect(witnessOf(entry(target), drawn)).toMatchObject({ calls: [add, total], usesWorld: false });
  const own = entry(target, [{ path: ["object", "scenarios"], value: ["offline"] }]);
  expect(witnessOf(own, drawn).calls.map((one) => one.receiver)).toEqual([undefined, undefined]);
});
