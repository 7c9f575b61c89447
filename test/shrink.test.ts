import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../src/kernel/decisions/decision.ts";
import { RecordedDecisions } from "../src/kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../src/kernel/decisions/replay-source.ts";
import { isSmaller } from "../src/kernel/decisions/weight.ts";
import {
  cart,
  drive,
  type Entry,
  firstFailing,
  type Run,
  seeded,
  shrunk,
  wandering,
} from "./fixtures/shrunk-run.ts";

describe("one answer", () => {
  test("a number shrinks to the exact border", () => {
    fc.assert(
      fc.property(fc.nat(2_000), (border) => {
        const { last } = shrunk((decisions) => {
          const n = decisions.integer("n", { min: 0, max: 2_000 });
          return n >= border ? "too large" : undefined;
        });
        expect(last).toEqual({ kind: "integer", label: "n", value: border });
      }),
      { numRuns: 50 },
    );
  });

  test("a number below zero shrinks to the exact border", () => {
    const { last } = shrunk((decisions) => {
      const n = decisions.integer("n", { min: -1_000, max: 1_000 });
      return n <= -17 ? "too small" : undefined;
    });
    expect(last).toMatchObject({ value: -17 });
  });

  test("a number shrinks to its smallest, where zero is not allowed", () => {
    const { last } = shrunk((decisions) => {
      decisions.integer("n", { min: 5, max: 1_000 });
      return "always";
    });
    expect(last).toMatchObject({ value: 5 });
  });

  test("a chance that does not matter becomes no, one that does stays", () => {
    const { decisions } = shrunk((d) => {
      const [, matters] = [d.chance("a", 0.5), d.chance("b", 0.5), d.chance("c", 0.5)];
      return matters ? "b" : undefined;
    });
    expect(decisions.map((d) => ("value" in d ? d.value : ""))).toEqual([false, true, false]);
  });
});

describe("one value", () => {
  test.each<readonly [string, fc.Arbitrary<unknown>, (value: never) => boolean, unknown]>([
    ["an integer", fc.integer(), (n: number) => n > 1_000, 1_001],
    ["a small integer", fc.integer({ min: 1, max: 5 }), () => true, 1],
    ["a negative integer", fc.integer(), (n: number) => n < -1_000, -1_001],
    ["a bigint", fc.bigInt(), (n: bigint) => n > 10n ** 9n, 10n ** 9n + 1n],
    ["an array", fc.array(fc.nat()), (list: number[]) => list.length >= 3, [0, 0, 0]],
    ["what an array holds", fc.array(fc.nat()), (l: number[]) => l.some((n) => n > 50), [51]],
    ["a sum", fc.array(fc.nat(100)), (l: number[]) => l.reduce((a, b) => a + b, 0) > 150, 151],
    ["a string", fc.string(), (text: string) => text.length > 2, "   "],
    [
      "a record",
      fc.record({ a: fc.nat(), b: fc.nat() }),
      (r: { a: number }) => r.a > 7,
      { a: 8, b: 0 },
    ],
    ["an option", fc.option(fc.nat()), (n: number | null) => n !== null, 0],
    ["a mapped value", fc.nat().map((n) => n * 2), (n: number) => n > 99, 100],
    ["a tuple", fc.tuple(fc.nat(), fc.nat()), ([a, b]: [number, number]) => a + b > 10, 11],
    ["a date", fc.date({ noInvalidDate: true }), () => true, new Date(0)],
  ])("%s shrinks to the smallest that fails", (_name, arbitrary, fails, smallest) => {
    const run: Run = (d) => (fails(d.value("v", arbitrary) as never) ? "fails" : undefined);
    const { decisions } = shrunk(run);
    const value = drawnFrom(decisions, arbitrary);
    // A list of which only the sum matters can be small in several ways.
    expect(typeof smallest === "number" ? sum(value) : value).toEqual(smallest);
  });

  test("a chained value shrinks through both of its parts", () => {
    const chained = fc.nat(50).chain((n) => fc.array(fc.nat(), { minLength: n, maxLength: n }));
    const { decisions } = shrunk((d) => (d.value("v", chained).length > 3 ? "long" : undefined));
    expect(drawnFrom(decisions, chained)).toEqual([0, 0, 0, 0]);
  });
});

describe("many steps", () => {
  test("steps that do not matter are deleted, with what was drawn behind them", () => {
    const { decisions } = shrunk(cart((items) => items.filter((n) => n > 100).length >= 2));
    expect(rules(decisions)).toEqual(["add", "add"]);
    expect(decisions.filter((d) => d.label === "latency" && d.value !== 0)).toEqual([]);
  });

  test("what matters is kept in its order", () => {
    const { decisions } = shrunk(cart((items, log) => log.join(" ").includes("add clear add")));
    expect(rules(decisions)).toEqual(["add", "clear", "add"]);
  });

  test("steps inside steps are deleted as well", () => {
    const run: Run = (decisions) => {
      let hits = 0;
      for (let outer = 0; outer < 5; outer++) {
        decisions.span("outer", () => {
          if (!decisions.chance("more", 0.9)) return;
          for (let inner = 0; inner < 4; inner++) {
            decisions.span("inner", () => {
              if (decisions.chance("hit", 0.5)) hits += 1;
            });
          }
        });
      }
      return hits >= 2 ? "two hits" : undefined;
    };
    const { decisions } = shrunk(run);
    expect(decisions.filter((d) => d.label === "hit" && d.value === true)).toHaveLength(2);
  });

  test("a bug that needs an even number of steps is still made small", () => {
    const { decisions } = shrunk(cart((_items, log) => log.length >= 2 && log.length % 2 === 0));
    expect(rules(decisions)).toHaveLength(2);
  });
});

describe("identity", () => {
  const twoBugs: Run = (decisions) => {
    const n = decisions.integer("n", { min: 0, max: 1_000 });
    if (n > 500) return "A";
    return n > 10 ? "B" : undefined;
  };

  test("a run that can fail in two ways never changes its bug", () => {
    expect(shrunk(twoBugs, { key: "A" }).last).toMatchObject({ value: 501 });
    expect(shrunk(twoBugs, { key: "B" }).last).toMatchObject({ value: 11 });
  });
});

describe("effort", () => {
  test("no more runs are tried than allowed", () => {
    for (const attemptsMax of [0, 1, 7, 50]) {
      const result = shrunk(
        cart((items) => items.length > 3),
        { attemptsMax },
      );
      expect(result.tried).toBeLessThanOrEqual(attemptsMax);
      expect(result.attempts).toBe(result.tried);
      expect(result.isFinished).toBe(false);
    }
  });

  test("a list that cannot be made smaller is given back soon", () => {
    const result = shrunk((d) => (d.chance("only", 0.5) ? "fails" : undefined));
    expect(result.isFinished).toBe(true);
    expect(result.tried).toBeLessThan(10);
  });

  test("a stored value whose arbitrary has changed is kept, and not tried for ever", () => {
    const stored: Decision = {
      kind: "value",
      label: "v",
      bias: 2,
      draws: [1, 7],
      path: [],
      literal: { value: "a text that no number is" },
    };
    const run: Run = (d) => {
      const text: unknown = d.value("v", fc.nat());
      return typeof text === "string" ? "text" : undefined;
    };
    const result = drive(run, { failing: [stored], key: "text", attemptsMax: 500 });
    expect(result.isFinished).toBe(true);
    expect(result.decisions).toMatchObject([{ literal: { value: "a text that no number is" } }]);
    expect(result.tried).toBeLessThan(10);
  });

  test("a stored value whose draws still fail is shrunk like any other", () => {
    const run: Run = (d) => (d.value("v", fc.nat()) > 9 ? "large" : undefined);
    const recorded = new RecordedDecisions(seeded(firstFailing(run)), { keepsLiterals: true });
    run(recorded);
    const result = drive(run, { failing: recorded.log, key: "large", attemptsMax: 500 });
    expect(drawnFrom(result.decisions, fc.nat())).toBe(10);
  });
});

describe("for any bug", () => {
  const programs: Readonly<Record<string, (limit: number) => Run>> = {
    "a cart": (limit) => cart((items) => items.length * 3 > limit),
    "a wandering run": (limit) => wandering(limit),
    "a value that decides how long the run is": (limit) => (decisions) => {
      const n = decisions.value("n", fc.nat(60));
      // The smaller the value, the longer the run: what is simpler for one is not for the other.
      for (let left = 60 - n; left > 0; left--)
        decisions.span("step", () => decisions.chance("x", 0.5));
      return n > limit % 10 ? "fails" : undefined;
    },
  };

  test.each(Object.keys(programs))("%s: the result is no larger and fails the same way", (name) => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(200), (limit, from) => {
        const run = programs[name]?.(limit) ?? cart(() => false);
        const index = firstFailing(run, { from });
        fc.pre(index >= 0);
        const recorded = new RecordedDecisions(seeded(index));
        const key = run(recorded) ?? "";
        const result = drive(run, { failing: recorded.log, key, attemptsMax: 300 });
        expect(isSmaller(recorded.log, result.decisions)).toBe(false);
        expect(run(new RecordedDecisions(new ReplaySource(result.decisions)))).toBe(key);
      }),
      { numRuns: 40 },
    );
  });
});

// --- inside ---

function rules(decisions: readonly Entry[]): readonly unknown[] {
  return decisions.flatMap((d) => (d.kind === "pick" ? [d.value] : []));
}

function drawnFrom<T>(list: readonly Decision[], arbitrary: fc.Arbitrary<T>): T {
  return new RecordedDecisions(new ReplaySource(list)).value("v", arbitrary);
}

function sum(list: unknown): unknown {
  return Array.isArray(list) ? list.reduce((total: number, n: number) => total + n, 0) : list;
}
