import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chaosTest, type SubjectDefinition } from "../src/kernel/subject/chaos-test.ts";
import { buggify } from "../src/kernel/judge/properties.ts";
import { overlapLabel } from "../src/kernel/subject/rule-overlap.ts";
import { tallyData } from "../src/kernel/judge/tally.ts";
import { counter } from "./fixtures/driven-definitions.ts";
import { comparable, type DrivenRun, drivenBy, runOnce } from "./fixtures/driven-run.ts";

const seedsCount = 50;

describe("a chaos test", () => {
  test.each([
    ["that holds", {}],
    ["that breaks an invariant", { limit: 2 }],
    ["whose rule throws", { throwsAt: 1 }],
    ["whose guard throws", { guardThrowsAt: 1 }],
    ["whose final check breaks", { finalLimit: 0 }],
    ["with overlapping rules", { sleepMs: 1, concurrency: 2 }],
    ["with overlapping rules of which one throws", { sleepMs: 1, concurrency: 2, throwsAt: 1 }],
    ["with overlapping rules whose guard throws", { sleepMs: 1, concurrency: 2, guardThrowsAt: 1 }],
    ["with an async setup whose guard throws", { setupSleepMs: 1, guardThrowsAt: 1 }],
  ])("%s is torn down once", async (_name, options) => {
    for (let seed = 0; seed < 10; seed++) {
      const calls = { torn: 0 };
      await runOnce(counter({ ...options, calls }), { seed });
      expect(calls.torn).toBe(1);
    }
  });

  test("calls a rule only where its guard allows it", async () => {
    for (let seed = 0; seed < seedsCount; seed++) {
      const { outcome } = await runOnce(guarded(), { seed });
      expect(outcome.failure).toBeUndefined();
    }
  });

  test("with no rule allowed any more ends", async () => {
    const closed = chaosTest({
      name: "closed",
      setup: () => ({ opened: 0 }),
      rules: { open: { when: (s) => s.opened === 0, run: (s) => void (s.opened += 1) } },
      final: { "opened once": (s) => s.opened === 1 },
    });
    expect((await runOnce(closed)).outcome.verdict).toBe("held");
  });

  test.each([
    ["one after the other", 1],
    ["two at a time", 2],
    ["three at a time", 3],
  ])("checks invariants whenever none is in flight: rules %s", async (_name, concurrency) => {
    for (let seed = 0; seed < seedsCount; seed++) {
      const { outcome, calls } = await transient(concurrency, seed);
      // The rule breaks the invariant for one step only: whoever looks too late sees nothing.
      expect(outcome.verdict).toBe(calls.spoiled > 0 ? "broken" : "held");
    }
  });

  test("never has more rules in flight than allowed, and reaches that many", async () => {
    for (const concurrency of [1, 2, 3]) {
      let most = 0;
      for (let seed = 0; seed < seedsCount; seed++) {
        most = Math.max(most, await mostInFlight(concurrency, seed));
      }
      expect(most).toBe(concurrency);
    }
  });

  test("lets asynchronous rules overlap in some runs where nobody says how many may", async () => {
    const most: number[] = [];
    for (let seed = 0; seed < seedsCount; seed++) most.push(await mostInFlight(undefined, seed));
    expect(new Set(most)).toEqual(new Set([1, 2]));
  });

  test("decides nothing about overlaps where all rules are synchronous", async () => {
    for (let seed = 0; seed < 10; seed++) {
      const { decisions } = await runOnce(keeping({ setups: 0, restored: 0 }), { seed });
      expect(decisions.filter((d) => "label" in d && d.label === overlapLabel)).toEqual([]);
    }
  });

  test("counts evidence for a fault that fired, also where the check throws", async () => {
    const subject = chaosTest({
      name: "faulty",
      setup: () => ({}),
      rules: { save: { run: () => void buggify("slow disk", { probability: 1 }) } },
      invariants: {
        saved: () => {
          throw new Error("cannot look");
        },
      },
    });
    const { tally } = await runOnce(subject);
    expect(tallyData(tally)).toMatchObject({
      properties: [{ kind: "invariant", name: "saved", held: 0, broken: 1 }],
      cells: [{ operation: "save", fault: "slow disk", property: "saved", passed: 0, failed: 1 }],
    });
  });

  test("restores what it kept instead of setting up again, and runs the same", async () => {
    const calls = { setups: 0, restored: 0 };
    const definition = keeping(calls);
    const plain = keeping({ setups: 0, restored: 0 }, { keeps: false });
    const driven = drivenBy(definition);
    for (let seed = 0; seed < 20; seed++) {
      const kept = await driven.run({ seed });
      expect(comparable(kept)).toEqual(comparable(await runOnce(plain, { seed })));
    }
    expect(calls).toEqual({ setups: 1, restored: 19 });
  });
});

// --- inside ---

function guarded(): SubjectDefinition {
  return chaosTest({
    name: "guarded",
    setup: (world) => ({ world, stock: 0 }),
    rules: {
      buy: { run: (s) => void (s.stock += 1) },
      sell: {
        when: (s) => s.stock > 0,
        run: async (s) => {
          s.stock -= 1;
          await s.world.sleep(1);
        },
      },
    },
    concurrency: 2,
    invariants: { "stock is never negative": (s) => s.stock >= 0 },
  });
}

async function transient(
  concurrency: number,
  seed: number,
): Promise<DrivenRun & { readonly calls: { spoiled: number } }> {
  const calls = { spoiled: 0 };
  const subject = chaosTest({
    name: "transient",
    setup: () => ({ isBad: false, inFlight: 0 }),
    rules: {
      spoil: {
        // Async without waiting for anything: it is over before the next step is taken.
        run: async (s) => {
          await Promise.resolve();
          s.isBad = true;
          calls.spoiled += 1;
        },
      },
      mend: { run: (s) => void (s.isBad = false) },
    },
    concurrency,
    invariants: { "never bad": (s) => !s.isBad },
  });
  return { ...(await runOnce(subject, { seed })), calls };
}

async function mostInFlight(concurrency: number | undefined, seed: number): Promise<number> {
  let inFlight = 0;
  let most = 0;
  const subject = chaosTest({
    name: "busy",
    setup: (world) => ({ world }),
    rules: {
      work: {
        run: async (s) => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await s.world.sleep(30);
          inFlight -= 1;
        },
      },
    },
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  await runOnce(subject, { seed });
  return most;
}

function keeping(
  calls: { setups: number; restored: number },
  { keeps = true }: { readonly keeps?: boolean } = {},
): SubjectDefinition {
  const pair = {
    snapshot: (state: { items: number[] }) => structuredClone(state),
    restore: (snapshot: { items: number[] }) => {
      calls.restored += 1;
      return structuredClone(snapshot);
    },
  };
  return chaosTest({
    name: "keeping",
    setup: () => {
      calls.setups += 1;
      return { items: [1, 2, 3] };
    },
    rules: {
      push: { draw: { n: fc.nat(9) }, run: (state, { n }) => void state.items.push(n) },
      drop: { run: (state) => void state.items.pop() },
    },
    invariants: { short: (state) => state.items.length < 8 },
    ...(keeps ? pair : {}),
  });
}
