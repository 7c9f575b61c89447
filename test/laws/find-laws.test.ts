import { expect, test } from "vitest";
import { number, numbers, planOf, string, whole } from "../fixtures/mined-function.ts";
import { lawFamilies, lawsFor, lawsNamed, meansLaw } from "../../src/subject/laws/find-laws.ts";

const plan = (params: Parameters<typeof planOf>[1]["params"], returns = number) =>
  planOf("f", { call: () => undefined, params, returns });

test("a name means one law, a family all of its laws", () => {
  const two = plan({ a: whole, b: whole });
  const named = (name: string) => {
    const found = lawsNamed(name, two);
    return found.kind === "laws" ? found.laws.map((law) => law.name) : found.kind;
  };
  expect(named("commutative")).toEqual(["commutative"]);
  expect(named("non-decreasing in b")).toEqual(["non-decreasing in b"]);
  expect(named("non-decreasing")).toEqual(["non-decreasing in a", "non-decreasing in b"]);
  expect(named("monotone")).toEqual(["non-decreasing in a", "non-decreasing in b"]);
  expect(named("output in [-1, 2.5]")).toEqual(["output in [-1, 2.5]"]);
  expect(named("output length always 3")).toEqual(["output length always 3"]);
  expect(named("output type is string")).toEqual(["output type is string"]);
});

test("a name that nothing has is told with the nearest ones, one that does not fit apart", () => {
  const one = plan({ s: string });
  expect(lawsNamed("idempotnt", one)).toEqual({ kind: "unknown", nearest: ["idempotent"] });
  expect(lawsNamed("associative", one)).toEqual({ kind: "not applicable" });
  expect(lawsNamed("non-decreasing in s", one)).toEqual({ kind: "not applicable" });
});

test("types decide which laws a function may have", () => {
  const names = (of: Parameters<typeof plan>) => lawsFor(plan(...of)).map(({ name }) => name);
  expect(names([{ s: string }, string])).toContain("idempotent");
  expect(names([{ s: string }, number])).not.toContain("idempotent");
  expect(names([{ xs: numbers }, numbers])).toContain("output is sorted");
  expect(names([{ xs: numbers }, { kind: "void" }])).toEqual(["deterministic"]);
});

test("operands are meant to change places where their names say so", () => {
  const isMeant = (first: string, second: string): boolean | undefined =>
    lawsFor(plan({ [first]: whole, [second]: whole })).find(({ name }) => name === "commutative")
      ?.isMeant;
  expect([isMeant("a", "b"), isMeant("date1", "date2"), isMeant("left", "right")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(isMeant("price", "count")).toBe(false);
});

test("a configuration names laws as a command line does", () => {
  const law = lawsFor(plan({ n: whole })).find(({ name }) => name === "non-decreasing in n");
  expect(
    law &&
      ["non-decreasing", "monotone", "non-decreasing in n", "idempotent"].map((name) =>
        meansLaw(name, law),
      ),
  ).toEqual([true, true, true, false]);
});

test("every family has a name of its own and says what it means", () => {
  expect(new Set(lawFamilies.map(({ name }) => name)).size).toBe(lawFamilies.length);
  expect(lawFamilies.filter(({ about }) => !/^[A-Z].*\.$/u.test(about))).toEqual([]);
});
