import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import type { Decisions, DecisionSource } from "../../src/kernel/decisions/decisions.ts";
import { RecordedDecisions } from "../../src/kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../src/kernel/decisions/replay-source.ts";
import { kindsOfArbitrary, showValue } from "./kinds-of-arbitrary.ts";

/** What a program is told by its decisions, as text. */
export type Told = readonly string[];

/** Code under test: it asks for decisions, and what it asks next depends on what it was told. */
export type Program = (decisions: Decisions) => Told;

/** Makes one source of a kind; `program` will draw from it, for kinds that need a parent. */
export type MakeSource = (index: number, program: Program) => DecisionSource;

/** What every kind of source promises, as seen through `RecordedDecisions`. */
export function decisionsContract(
  name: string,
  makeSource: MakeSource,
  { sourcesCount = 15 }: { readonly sourcesCount?: number } = {},
): void {
  const eachSource = eachOf(sourcesCount);
  describe(name, () => {
    test("every answer lies within what was asked for", () => {
      eachSource(makeSource, everyKind, (decisions) => everyKind(decisions));
    });

    test("what was recorded replays exactly: the same answers, the same list", () => {
      eachSource(makeSource, everyKind, (decisions) => {
        const told = everyKind(decisions);
        expectReplay(decisions.log, everyKind, told);
      });
    });

    test("spans are balanced, also when a body throws", () => {
      eachSource(makeSource, throwing, (decisions) => {
        throwing(decisions);
        expect(depths(decisions.log).at(-1)).toBe(0);
        expect(Math.min(...depths(decisions.log))).toBe(0);
      });
    });

    test("the count is the length of the list", () => {
      eachSource(makeSource, everyKind, (decisions) => {
        everyKind(decisions);
        expect(decisions.count).toBe(decisions.log.length);
      });
    });

    valuesContract(makeSource, eachSource);
  });
}

/** Asks for everything there is; it asserts that each answer is one that it may get. */
export const everyKind: Program = (decisions) => {
  const told: string[] = [];
  const options = [{ name: "pay" }, { name: "refund" }, { name: "cancel" }];
  for (let step = 0; step < 6; step++) {
    decisions.span("step", () => {
      const option = decisions.pick("rule", options);
      expect(options).toContain(option);
      told.push(option.name);
      if (option.name === "pay") told.push(...amounts(decisions));
      if (option.name === "refund") decisions.span("nested", () => told.push(bytesTold(decisions)));
      if (decisions.chance("fault", 0.3)) told.push("fault");
    });
    told.push(`latency ${integerIn(decisions, "latency", { min: 0, max: 20_000 })}`);
  }
  return told;
};

/** Runs a strict replay and compares all of it. */
export function expectReplay(list: readonly Decision[], program: Program, told: Told): void {
  const source = new ReplaySource(list);
  const again = new RecordedDecisions(source);
  expect(program(again)).toEqual(told);
  expect(showValue(again.log)).toBe(showValue(list));
  expect(source.divergence).toBeUndefined();
}

/** A list whose values have to be drawn again. */
export function withoutLiterals(list: readonly Decision[]): readonly Decision[] {
  return list.map((decision) => {
    if (decision.kind !== "value") return decision;
    const { literal: _, ...rest } = decision;
    return rest;
  });
}

// --- inside ---

function valuesContract(makeSource: MakeSource, eachSource: EachSource): void {
  test.each(kindsOfArbitrary)("a value of $name comes back from its draws", ({ arbitrary }) => {
    const program: Program = (decisions) => [
      showValue(decisions.value("first", arbitrary)),
      showValue(decisions.value("second", arbitrary)),
    ];
    for (const keepsLiterals of [false, true]) {
      eachSource(
        makeSource,
        program,
        (decisions) => {
          const told = program(decisions);
          expectReplay(decisions.log, program, told);
          expectReplay(withoutLiterals(decisions.log), program, told);
        },
        { keepsLiterals },
      );
    }
  });

  test("the copies of fc.clone are equal", () => {
    const arbitrary = fc.clone(fc.array(fc.string()), 3);
    const program: Program = (decisions) => decisions.value("copies", arbitrary).map(showValue);
    eachSource(makeSource, program, (decisions) => {
      const [first, second, third] = program(decisions);
      expect(second).toBe(first);
      expect(third).toBe(first);
    });
  });
}

type EachSource = (
  makeSource: MakeSource,
  program: Program,
  check: (decisions: RecordedDecisions) => void,
  options?: { readonly keepsLiterals?: boolean },
) => void;

function eachOf(sourcesCount: number): EachSource {
  return (makeSource, program, check, options) => {
    for (let index = 0; index < sourcesCount; index++) {
      check(new RecordedDecisions(makeSource(index, program), options));
    }
  };
}

function amounts(decisions: Decisions): Told {
  const wide = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
  return [
    `cents ${integerIn(decisions, "cents", { min: 1, max: 50_000 })}`,
    `below ${integerIn(decisions, "below", { min: -9, max: -3 })}`,
    `fixed ${integerIn(decisions, "fixed", { min: 7, max: 7 })}`,
    `wide ${integerIn(decisions, "wide", wide)}`,
    showValue(decisions.value("cart", fc.array(fc.record({ id: fc.nat(), name: fc.string() })))),
  ];
}

function integerIn(
  decisions: Decisions,
  label: string,
  range: { readonly min: number; readonly max: number },
): number {
  const value = decisions.integer(label, range);
  const isWhole = Number.isSafeInteger(value) && !Object.is(value, -0);
  expect(isWhole && value >= range.min && value <= range.max, `${label} ${value}`).toBe(true);
  return value;
}

function bytesTold(decisions: Decisions): string {
  const body = decisions.bytes("body", { lengthMax: 12 });
  expect(body.length).toBeLessThanOrEqual(12);
  const key = decisions.bytes("key", { lengthMin: 4, lengthMax: 4 });
  expect(key).toHaveLength(4);
  return `bytes ${body.join(" ")} / ${key.join(" ")}`;
}

const throwing: Program = (decisions) => {
  for (let step = 0; step < 4; step++) {
    try {
      decisions.span("outer", () => {
        decisions.span("inner", () => {
          if (decisions.chance("breaks", 0.5)) throw new Error("broken");
        });
      });
    } catch {
      decisions.integer("pause", { min: 0, max: 9 });
    }
  }
  return [];
};

function depths(list: readonly Decision[]): readonly number[] {
  let depth = 0;
  return list.map(({ kind }) => {
    if (kind === "span") depth += 1;
    if (kind === "end") depth -= 1;
    return depth;
  });
}
