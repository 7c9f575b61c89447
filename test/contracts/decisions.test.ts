import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import { DrawLimitError } from "../../src/kernel/decisions/drawing-random.ts";
import { generatorFrom } from "../../src/kernel/decisions/generator.ts";
import { mutateDecisions } from "../../src/kernel/decisions/mutate.ts";
import { RandomSource, SimplestSource } from "../../src/kernel/decisions/random-source.ts";
import {
  DecisionLimitError,
  RecordedDecisions,
} from "../../src/kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../src/kernel/decisions/replay-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import {
  decisionsContract,
  everyKind,
  type Program,
  withoutLiterals,
} from "./decisions.contract.ts";

decisionsContract("a random source", (index) => random(index), { sourcesCount: 50 });

decisionsContract("a source that replays a list", (index, program) => {
  return new ReplaySource(recorded(index, program));
});

decisionsContract("a source that goes on by chance where a prefix ends", (index, program) => {
  const parent = recorded(index, program);
  const cut = generatorFrom(index).integer(0, parent.length);
  return new ReplaySource(parent.slice(0, cut), { atDrift: random(index + 1_000) });
});

decisionsContract("a source that is strict until its list ends", (index, program) => {
  const parent = recorded(index, program);
  // A value that is cut off is drawn again whole, so the cut lies between decisions.
  const cut = generatorFrom(index).integer(0, parent.length);
  return new ReplaySource(parent.slice(0, cut), { atEnd: random(index + 3_000) });
});

decisionsContract("a source that replays a mutated list", (index, program) => {
  // A value that is written down is changed as such, and its draws then give another one.
  const bare = withoutLiterals(recorded(index, program));
  const mutated = mutateDecisions(bare, generatorFrom(index));
  return new ReplaySource(mutated, { atDrift: random(index + 2_000) });
});

decisionsContract("a source that replays the crossing of two lists", (index, program) => {
  const first = recorded(index, program);
  const second = recorded(index + 500, program);
  const cut = generatorFrom(index).integer(0, first.length);
  const crossed = [...first.slice(0, cut), ...second.slice(cut)];
  return new ReplaySource(crossed, { atDrift: new SimplestSource() });
});

decisionsContract("a source that answers with the simplest", () => new SimplestSource());

describe("a random source", () => {
  test("gives the same run for the same seed and index, and another one for another", () => {
    expect(recorded(3, everyKind)).toEqual(recorded(3, everyKind));
    expect(recorded(4, everyKind)).not.toEqual(recorded(3, everyKind));
    const other = new RecordedDecisions(new RandomSource().restart(seedWords("b"), 3));
    everyKind(other);
    expect(other.log).not.toEqual(recorded(3, everyKind));
  });

  test("never says yes to no chance and always to a certain one", () => {
    const decisions = new RecordedDecisions(random(1));
    for (let asked = 0; asked < 2_000; asked++) {
      expect(decisions.chance("never", 0)).toBe(false);
      expect(decisions.chance("always", 1)).toBe(true);
    }
  });

  test("says yes about as often as asked", () => {
    const decisions = new RecordedDecisions(random(1));
    let yes = 0;
    for (let asked = 0; asked < 10_000; asked++) if (decisions.chance("rare", 0.1)) yes += 1;
    expect(yes).toBeGreaterThan(850);
    expect(yes).toBeLessThan(1_150);
  });

  test("gives edge values, which only a biased arbitrary does", () => {
    const seen = new Set<number>();
    for (let index = 0; index < 200; index++) {
      const decisions = new RecordedDecisions(random(index));
      seen.add(decisions.value("n", fc.integer()));
    }
    expect([...seen].some((n) => Math.abs(n) < 32)).toBe(true);
    expect([...seen].some((n) => n >= 0x7fff_fff0)).toBe(true);
  });
});

describe("limits", () => {
  const hopeless: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
    ["a filter", fc.nat().filter(() => false)],
    [
      "a filter behind a chain",
      fc
        .nat()
        .chain((n) => fc.nat(n + 1))
        .filter(() => false),
    ],
    [
      "a filter inside a clone",
      fc.clone(
        fc.nat().filter(() => false),
        2,
      ),
    ],
    ["a filter over bigints", fc.bigInt().filter(() => false)],
  ];

  test.each(hopeless)("%s that is never satisfied overruns", (_name, arbitrary) => {
    for (const source of [random(1), new SimplestSource()]) {
      const decisions = new RecordedDecisions(source);
      expect(() => decisions.value("never", arbitrary)).toThrow(DrawLimitError);
      expect(decisions.overrun).toBeInstanceOf(DrawLimitError);
    }
  });

  test("an overrun stays known where user code swallows the error", () => {
    const decisions = new RecordedDecisions(random(1));
    try {
      decisions.value(
        "never",
        fc.nat().filter(() => false),
      );
    } catch {
      // as user code may do
    }
    decisions.chance("later", 0.5);
    expect(decisions.overrun?.message).toBe("a value drew more than 20000 numbers");
  });

  test("a run that decides without end overruns", () => {
    const decisions = new RecordedDecisions(random(1));
    const endless = (): never => {
      for (;;) decisions.chance("again", 0.5);
    };
    expect(endless).toThrow(DecisionLimitError);
    expect(decisions.overrun?.message).toBe("a run took more than 1000000 decisions");
  });

  test("a pick of nothing and an empty range are our own mistakes", () => {
    const decisions = new RecordedDecisions(random(1));
    expect(() => decisions.pick("rule", [])).toThrow("this is a bug in gauntlet");
    expect(() => decisions.integer("n", { min: 2, max: 1 })).toThrow("this is a bug in gauntlet");
  });
});

describe("literals", () => {
  test("a stored value wins over its draws and cannot be changed by the subject", () => {
    const stored: Decision = {
      kind: "value",
      label: "cart",
      bias: 2,
      draws: [],
      path: [],
      literal: { value: { items: [1, 2] } },
    };
    for (let times = 0; times < 2; times++) {
      const decisions = new RecordedDecisions(new ReplaySource([stored]));
      const cart = decisions.value("cart", fc.record({ items: fc.array(fc.nat()) }));
      expect(cart).toEqual({ items: [1, 2] });
      cart.items.push(3);
      expect(decisions.log).toEqual([stored]);
    }
  });

  test("what is stored is the value as it was drawn, not what the subject made of it", () => {
    const decisions = new RecordedDecisions(random(7), { keepsLiterals: true });
    const list = decisions.value("list", fc.array(fc.nat(), { minLength: 1 }));
    const drawn = [...list];
    list.length = 0;
    expect(decisions.log).toMatchObject([{ literal: { value: drawn } }]);
  });

  test("a value that is more than its data is not stored", () => {
    const decisions = new RecordedDecisions(random(7), { keepsLiterals: true });
    decisions.value("call", fc.func(fc.nat()));
    expect(decisions.log[0]).not.toHaveProperty("literal");
  });
});

test("a listener hears of every decision, in order", () => {
  const heard: Decision[] = [];
  const decisions = new RecordedDecisions(random(2), { onDecision: (d) => void heard.push(d) });
  everyKind(decisions);
  expect(heard).toEqual(decisions.log);
});

// --- inside ---

function random(index: number): RandomSource {
  return new RandomSource().restart(seedWords("contract"), index);
}

function recorded(index: number, program: Program): readonly Decision[] {
  const decisions = new RecordedDecisions(random(index), { keepsLiterals: index % 2 === 0 });
  program(decisions);
  return decisions.log;
}
