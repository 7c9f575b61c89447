import { describe, expect, test } from "vitest";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { typedProject } from "./fixtures/typed-project.ts";

const text: Shape = { kind: "string" };
const number: Shape = { kind: "number" };
/** What the compiler takes for `${number}` in a text: no "NaN", no "Infinity". */
const finite: Shape = { kind: "number", min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
const flag: Shape = { kind: "boolean" };
const literal = (value: string | number | boolean): Shape => ({ kind: "literal", value });
/** Members are in the order of their text, whatever order the checker has them in. */
const union = (...of: Shape[]): Shape => {
  const keyed = of.map((shape) => [JSON.stringify(shape), shape] as const);
  const ordered = keyed.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { kind: "union", of: ordered.map(([, shape]) => shape) };
};
const plain: Shape = {
  kind: "union",
  of: [flag, { kind: "null" }, number, text],
  isOpen: true,
};
const present = union(text, number, flag);
const byText: Shape = { kind: "record", key: text, value: number };
const weak = (why: string): Shape => ({ kind: "weak", why });
const builtin = (name: string): Shape => ({ kind: "builtin", name });
const bytes = (type: string): Shape => ({ kind: "bytes", type });
const calls = (returns: Shape, paramsCount = 0): Shape => {
  return { kind: "function", returns, paramsCount };
};
const object = (fields: Record<string, Shape>, name?: string): Shape => ({
  kind: "object",
  ...(name === undefined ? {} : { name }),
  fields: Object.entries(fields).map(([key, shape]) => ({
    key: key.replace("?", ""),
    shape,
    isOptional: key.endsWith("?"),
  })),
});
const tuple = (...items: (Shape | [Shape])[]): Shape => ({
  kind: "tuple",
  items: items.map((item) =>
    Array.isArray(item) ? { shape: item[0], isOptional: true } : { shape: item, isOptional: false },
  ),
});

const declarations = `
export enum Level { Low, High = 5 }
export enum Color { Red = "red", Blue = "blue" }
export const enum Bit { Off = 0, On = 1 }
export type Email = string & { readonly __brand: "Email" };
declare const tag: unique symbol;
export type Id = number & { readonly [tag]: "Id" };
export interface Point { x: number; y?: number }
export type Circle = { kind: "circle"; radius: number };
export type Square = { kind: "square"; side: number };
export interface Repo { find(id: string): Promise<Point | undefined>; close?(): void }
export type Guarded<T> = T extends string ? "text" : "other";
export interface List extends Array<number> { }
export type Getters<T> = { [K in keyof T as \`get\${Capitalize<K & string>}\`]: () => T[K] };
`;

/** What is written as the type of a parameter, and the shape that values are made from. */
const made: readonly (readonly [string, Shape])[] = [
  ["string", text],
  ["number", number],
  ["boolean", flag],
  ["bigint", { kind: "bigint" }],
  ["symbol", { kind: "symbol" }],
  ["null", { kind: "null" }],
  ["undefined", { kind: "undefined" }],
  ["void", { kind: "undefined" }],
  ["any", weak("it is declared as `any`")],
  ["unknown", weak("it is declared as `unknown`")],
  ["object", { kind: "record", key: text, value: { kind: "union", of: [number, byText] } }],
  ["{}", present],
  ["Function", calls(weak("it is declared as `Function`"))],
  [`"a" | "b"`, union(literal("a"), literal("b"))],
  ["-1 | 2", union(literal(2), literal(-1))],
  ["true", literal(true)],
  ["10n", { kind: "literal", value: { $bigint: "10" } }],
  ["string | boolean | undefined", union({ kind: "undefined" }, text, flag)],
  ["Level", union(literal(0), literal(5))],
  ["Level.High", literal(5)],
  ["Color", union(literal("red"), literal("blue"))],
  ["Bit", union(literal(0), literal(1))],
  ["Email", text],
  ["Id", number],
  ["string & {}", text],
  ["`id-${number}`", { kind: "template", parts: ["id-", finite] }],
  ["TemplateStringsArray", weak("only a template makes it")],
  ["Uppercase<string>", { kind: "string", pattern: "^[A-Z0-9 ]*$" }],
  ["string[]", { kind: "array", of: text }],
  ["readonly number[]", { kind: "array", of: number }],
  ["ReadonlyArray<string>[]", { kind: "array", of: { kind: "array", of: text } }],
  ["List", { kind: "array", of: number }],
  ["[string, number?]", tuple(text, [number])],
  ["readonly [a: string, b: number]", tuple(text, number)],
  ["[string, ...number[]]", { ...tuple(text), rest: number } as Shape],
  ["[string, ...number[], boolean]", tuple(text, flag)],
  ["Point", object({ x: number, "y?": number }, "Point")],
  ["{ a?: string | undefined }", object({ "a?": union({ kind: "undefined" }, text) })],
  ["Partial<Point>", object({ "x?": number, "y?": number }, "Partial")],
  ["Required<Point>", object({ x: number, y: number }, "Required")],
  [`Pick<Point, "x">`, object({ x: number }, "Pick")],
  [`Omit<Point, "x">`, object({ "y?": number }, "Omit")],
  ["Point & { z: string }", object({ x: number, "y?": number, z: text })],
  ["Getters<{ age: number }>", object({ getAge: calls(number) }, "Getters")],
  ["Guarded<string>", literal("text")],
  ["keyof Point", union(literal("x"), literal("y"))],
  [`Point["x"]`, number],
  ["Awaited<Promise<string>>", text],
  ["Exclude<Color, Color.Red>", literal("blue")],
  ["Record<string, number>", { kind: "record", key: text, value: number }],
  [`Record<"a" | "b", number>`, object({ a: number, b: number }, "Record")],
  [
    "{ [index: number]: string }",
    { kind: "record", key: { kind: "number", isInteger: true, min: 0 }, value: text },
  ],
  ["{ a: string; [k: string]: string }", { ...object({ a: text }), rest: text } as Shape],
  [
    "Circle | Square",
    union(
      object({ kind: literal("circle"), radius: number }, "Circle"),
      object({ kind: literal("square"), side: number }, "Square"),
    ),
  ],
  [
    "Map<string, Point>",
    { kind: "map", key: text, value: object({ x: number, "y?": number }, "Point") },
  ],
  ["ReadonlyMap<string, number>", { kind: "map", key: text, value: number }],
  ["Set<number>", { kind: "set", of: number }],
  ["ReadonlySet<string>", { kind: "set", of: text }],
  ["Promise<string>", { kind: "promise", of: text }],
  ["PromiseLike<string>", { kind: "promise", of: text }],
  ["Iterable<string>", { kind: "iterable", of: text, isAsync: false }],
  ["AsyncIterable<number>", { kind: "iterable", of: number, isAsync: true }],
  ["AsyncGenerator<number, void>", { kind: "iterable", of: number, isAsync: true }],
  ["ArrayLike<string>", { kind: "array", of: text }],
  ["Date", builtin("Date")],
  ["RegExp", builtin("RegExp")],
  ["URL", builtin("URL")],
  ["Error", builtin("Error")],
  ["RangeError", builtin("RangeError")],
  ["AbortSignal", builtin("AbortSignal")],
  ["Headers", builtin("Headers")],
  ["Intl.NumberFormat", builtin("Intl.NumberFormat")],
  ["Uint8Array", bytes("Uint8Array")],
  ["Float64Array", bytes("Float64Array")],
  ["Buffer", bytes("Buffer")],
  ["ArrayBuffer", bytes("ArrayBuffer")],
  ["DataView", bytes("DataView")],
  ["(a: string, b: number) => boolean", calls(flag, 2)],
  ["() => void", calls({ kind: "undefined" })],
  ["() => unknown", calls(plain)],
  ["() => Promise<unknown>", calls({ kind: "promise", of: plain })],
  ["(x: unknown) => x is string", calls(flag, 1)],
  ["() => Promise<number>", calls({ kind: "promise", of: number })],
  [
    "Repo",
    object(
      {
        find: calls(
          {
            kind: "promise",
            of: union({ kind: "undefined" }, object({ x: number, "y?": number }, "Point")),
          },
          1,
        ),
        "close?": calls({ kind: "undefined" }),
      },
      "Repo",
    ),
  ],
  [
    "NodeJS.Dict<number>",
    { kind: "record", key: text, value: union({ kind: "undefined" }, number) },
  ],
];

describe("the type of a parameter becomes the shape of its values", () => {
  const source = made.map(([type], index) => `export function f${index}(x: ${type}): void {}`);
  let plans: ReadonlyMap<string, CallPlan> | undefined;
  const plansOnce = async (): Promise<ReadonlyMap<string, CallPlan>> => {
    if (plans !== undefined) return plans;
    using project = typedProject([declarations, ...source].join("\n"));
    plans = await project.calls();
    return plans;
  };
  test.each(made.map(([type, shape], index) => ({ type, shape, index })))(
    "$type",
    async ({ shape, index }) => {
      expect((await plansOnce()).get(`f${index}`)?.params[0]?.shape).toEqual(shape);
    },
  );
});
