import { expect, test } from "vitest";
import { conforms } from "./conforms.ts";
import { oddMakers, oddText } from "./odd-objects.ts";
import { unmade } from "./unmade.ts";

const making = undefined as never;
const makers = new Map(oddMakers);
const open = {
  kind: "union",
  of: [{ kind: "number" }, { kind: "string" }],
  isOpen: true,
} as const;

test("an object without prototype has its fields and nothing else", () => {
  const made = makers.get("bare object")?.make({ a: 0 }, making) as object;
  expect(Object.getPrototypeOf(made)).toBeNull();
  expect(Object.entries(made)).toEqual([["a", 0]]);
});

test.each(["array", "object", "map", "set"])("an %s that holds itself does", (kind) => {
  const made = makers.get("holds itself")?.make(kind, making) as object;
  const parts: unknown[] =
    made instanceof Map || made instanceof Set ? [...made].flat(1) : Object.values(made);
  expect(parts.includes(made)).toBe(true);
});

test("what was drawn says that it is odd, and other data does not", () => {
  expect(oddText(unmade("bare object", {}))).toBe("an object without prototype");
  expect(oddText(unmade("holds itself", "set"))).toBe("a value that holds itself");
  expect([unmade("URL", "a"), {}, null, 1].map(oddText)).toEqual(Array(4).fill(undefined));
});

test("a type that may be anything allows an object without prototype, two types do not", () => {
  const bare: unknown = Object.create(null);
  expect(conforms(bare, open, { definitions: {} })).toBeUndefined();
  const { isOpen: _, ...closed } = open;
  expect(conforms(bare, closed, { definitions: {} })?.problem).toContain("declared");
});
