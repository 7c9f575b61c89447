import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decision } from "./decision.ts";
import { generatorFrom } from "./generator.ts";
import { mutateDecisions } from "./mutate.ts";

const label = fc.constantFrom("rule", "n", "more");

const answer: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ kind: fc.constant("pick" as const), label, value: fc.string() }),
  fc.record({ kind: fc.constant("chance" as const), label, value: fc.boolean() }),
  fc.record({ kind: fc.constant("integer" as const), label, value: fc.integer() }),
  fc.record({
    kind: fc.constant("value" as const),
    label,
    bias: fc.constant(2),
    draws: fc.array(fc.oneof(fc.integer(), fc.bigInt())),
    path: fc.array(fc.nat(3)),
    literal: fc.constant({ value: "kept" }),
  }),
);

const span = fc.tuple(label, fc.array(answer, { maxLength: 3 })).map(([name, inside]) => {
  return [{ kind: "span", label: name }, ...inside, { kind: "end" }] as readonly Decision[];
});

const list = fc
  .array(
    fc.oneof(
      span,
      answer.map((one) => [one]),
    ),
  )
  .map((parts) => parts.flat());

test("the same list and generator give the same mutation", () => {
  fc.assert(
    fc.property(list, fc.nat(), (decisions, start) => {
      const mutate = (): readonly Decision[] => mutateDecisions(decisions, generatorFrom(start));
      expect(mutate()).toEqual(mutate());
    }),
  );
});

test("the parent is left as it was", () => {
  fc.assert(
    fc.property(list, fc.nat(), (decisions, start) => {
      const before = structuredClone(decisions);
      mutateDecisions(decisions, generatorFrom(start));
      expect(decisions).toEqual(before);
    }),
  );
});

test("spans stay balanced", () => {
  fc.assert(
    fc.property(list, fc.nat(), (decisions, start) => {
      let depth = 0;
      for (const { kind } of mutateDecisions(decisions, generatorFrom(start))) {
        if (kind === "span") depth += 1;
        if (kind === "end") depth -= 1;
        expect(depth).toBeGreaterThanOrEqual(0);
      }
      expect(depth).toBe(0);
    }),
  );
});

test("numbers stay whole and are never minus zero, which a trace would lose", () => {
  fc.assert(
    fc.property(list, fc.nat(), (decisions, start) => {
      for (const decision of mutateDecisions(decisions, generatorFrom(start))) {
        const numbers =
          decision.kind === "integer"
            ? [decision.value]
            : decision.kind === "value"
              ? decision.draws
              : [];
        for (const number of numbers) {
          expect(typeof number === "bigint" || Number.isInteger(number)).toBe(true);
          expect(Object.is(number, -0)).toBe(false);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("a changed value loses its path, for that belongs to the old draws", () => {
  const draws = [4, 5];
  const value: Decision = { kind: "value", label: "cart", bias: 2, draws, path: [1] };
  for (let start = 0; start < 50; start++) {
    const [mutated] = mutateDecisions([value], generatorFrom(start));
    expect(mutated).toMatchObject({ path: [] });
    expect(mutated).not.toHaveProperty("literal");
  }
});

test("a value that was written down is changed in one part, as a guess", () => {
  const literal = { value: { currency: "XAU", lines: [{ count: 700 }, { count: 8 }] } };
  const value: Decision = { kind: "value", label: "x", bias: 0, draws: [4], path: [1], literal };
  const seen = new Set<string>();
  for (let start = 0; start < 3_000; start++) {
    const [mutated] = mutateDecisions([value], generatorFrom(start));
    expect(mutated).toMatchObject({ draws: [4], path: [1], literal: { isGuess: true } });
    seen.add(JSON.stringify(mutated?.kind === "value" ? mutated.literal?.value : undefined));
  }
  expect(seen).toContain('{"currency":"XAU","lines":[{"count":350},{"count":8}]}');
  expect(seen).toContain('{"currency":"XAU","lines":[{"count":8}]}');
  expect(seen).toContain('{"currency":"XA","lines":[{"count":700},{"count":8}]}');
  expect(literal.value.lines).toHaveLength(2);
});

test("every kind of answer is changed sooner or later", () => {
  const parent: readonly Decision[] = [
    { kind: "span", label: "step" },
    { kind: "pick", label: "rule", value: "pay" },
    { kind: "chance", label: "fault", value: false },
    { kind: "integer", label: "latency", value: 7 },
    { kind: "end" },
  ];
  const seen = new Set<string>();
  for (let start = 0; start < 3_000; start++) {
    const mutated = mutateDecisions(parent, generatorFrom(start));
    if (mutated.length < parent.length) seen.add("span dropped");
    if (mutated.length > parent.length) seen.add("span doubled");
    for (const decision of mutated) {
      const isNew = parent.every((known) => JSON.stringify(known) !== JSON.stringify(decision));
      if (isNew) seen.add(decision.kind);
    }
  }
  expect([...seen].toSorted()).toEqual([
    "chance",
    "integer",
    "pick",
    "span doubled",
    "span dropped",
  ]);
});

test("an empty list stays empty", () => {
  expect(mutateDecisions([], generatorFrom(1))).toEqual([]);
});
