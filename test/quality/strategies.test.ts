import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { always, chaosTest, simulation } from "../../src/index.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import { makeStrategy } from "../../src/search/strategies/make-strategy.ts";
import { PctStrategy } from "../../src/search/strategies/pct-strategy.ts";
import { seeActiveSchedule } from "../../src/search/strategies/schedule-view.ts";
import type { StrategyName } from "../../src/search/strategy-names.ts";
import type { Strategy } from "../../src/search/strategy.ts";
import { activeWorld } from "../../src/world/active-world.ts";
import { strategyRuns } from "../contracts/strategy.contract.ts";

// What each strategy is for. The bugs below are plain code that waits for the system; a strategy
// sees only that something is asked for and decides when it completes.

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
const budget = 1_000;

test("pct finds an order of depth three that chance misses in the same budget", async () => {
  const byChance = await seedsThatFind(byName("random"), migration);
  const byPriority = await seedsThatFind(byName("pct"), migration);
  const only = byPriority.filter((seed) => !byChance.includes(seed));
  expect(only.length).toBeGreaterThanOrEqual(7);
}, 120_000);

test("that order needs both change points: with one, pct misses it too", async () => {
  const shallow = (seed: number): Strategy =>
    new PctStrategy({ seed: seedWords(seed), see: seeActiveSchedule, depth: 2 });
  expect(await seedsThatFind(shallow, migration)).toEqual([]);
}, 120_000);

test("pct still finds what chance finds", async () => {
  expect(await seedsThatFind(byName("pct"), () => lostUpdate(2))).toEqual(seeds);
  expect(await seedsThatFind(byName("pct"), () => lostUpdate(6))).toEqual(seeds);
}, 60_000);

test("dfs runs every order of two tasks with two completions once: 4! / (2! 2!) = 6", async () => {
  const orders: string[] = [];
  const found = await walk(() => interleaved([2, 2], orders));
  expect(found).toEqual({ runs: 6, exhaustion: { isOver: true, missed: [] } });
  expect(orders.toSorted()).toEqual(["aabb", "abab", "abba", "baab", "baba", "bbaa"]);
});

test("dfs runs every order of three tasks with two completions once: 6! / (2!)³ = 90", async () => {
  const orders: string[] = [];
  const found = await walk(() => interleaved([2, 2, 2], orders));
  expect(found).toEqual({ runs: 90, exhaustion: { isOver: true, missed: [] } });
  expect(new Set(orders).size).toBe(90);
});

test("dfs runs every order of four completions once: 4! = 24", async () => {
  const orders: string[] = [];
  expect((await walk(() => interleaved([1, 1, 1, 1], orders))).runs).toBe(24);
  expect(new Set(orders).size).toBe(24);
});

test("dfs of up to three steps of two rules has 2 + 4 + 8 = 14 runs", async () => {
  const told: string[] = [];
  const found = await walk(() => twoRules(told), 3);
  expect(found).toEqual({ runs: 14, exhaustion: { isOver: true, missed: [] } });
  expect(new Set(told).size).toBe(14);
});

test("dfs finds the one order that breaks and proves the mended code", async () => {
  const withLock = await walk(() => lostCompletion(true));
  expect(withLock).toMatchObject({ exhaustion: { isOver: true, missed: [] } });
  expect(withLock.broken ?? 0).toBe(0);
  expect((await walk(() => lostCompletion(false))).broken).toBeGreaterThan(0);
});

test("dfs says what it left out", async () => {
  const entropy = simulation({ name: "entropy", run: () => void Math.random() });
  expect((await walk(() => entropy)).exhaustion?.missed).toEqual(["values are not enumerated"]);
  const timers = simulation({
    name: "timers",
    run: () =>
      Promise.all([completion("a"), new Promise((resolve) => setTimeout(resolve, 5))]).then(
        () => {},
      ),
  });
  expect((await walk(() => timers)).exhaustion?.missed).toEqual([
    "completions are not tried at every moment between timers",
  ]);
});

// --- inside ---

/** The seeds for which a failure shows within the budget. */
async function seedsThatFind(
  make: (seed: number) => Strategy,
  definition: () => SubjectDefinition,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const seed of seeds) {
    const strategy = make(seed);
    for (let fromRun = 0; fromRun < budget; fromRun += 100) {
      const runs = await strategyRuns(strategy, definition, { runs: fromRun + 100, fromRun });
      if (!runs.some(({ outcome }) => outcome.verdict === "broken")) continue;
      found.push(seed);
      break;
    }
  }
  return found;
}

function byName(strategy: StrategyName): (seed: number) => Strategy {
  return (seed) => makeStrategy({ strategy, seed });
}

interface Walk {
  readonly runs: number;
  readonly broken?: number;
  readonly exhaustion: unknown;
}

async function walk(
  definition: () => SubjectDefinition,
  stepsPerRun = 5,
): Promise<Walk & { readonly exhaustion: { missed: readonly string[] } | undefined }> {
  const strategy = makeStrategy({ strategy: "dfs", seed: 1 });
  const runs = await strategyRuns(strategy, definition, { runs: 5_000, stepsPerRun });
  const broken = runs.filter(({ outcome }) => outcome.verdict === "broken").length;
  const exhaustion = strategy.exhaustion();
  return { runs: runs.length, ...(broken > 0 ? { broken } : {}), exhaustion };
}

/** What the system answers, without any entropy in the answer. */
function completion(label: string): Promise<void> {
  return new Promise((resolve) => {
    activeWorld?.complete(label, resolve);
  });
}

/** What waiting looks like in real code. */
function answer(): Promise<unknown> {
  return new Promise((resolve) => randomBytes(8, (_, bytes) => resolve(bytes)));
}

/**
 * Twelve tasks. Rows are copied in batches, then the old ones are deleted in batches. A writer that
 * starts between the two takes hold of an old row and writes to it later; it breaks when all the
 * deleting falls between. Three orderings: copied before the writer starts, the row taken before
 * the deleting, the deleting before the write. Both tasks must stop midway for the other one.
 */
function migration(): SubjectDefinition {
  const table = { isCopied: false, isDeleted: false };
  const batches = async (count: number): Promise<void> => {
    for (let batch = 0; batch < count; batch++) await answer();
  };
  const migrate = async (): Promise<void> => {
    await batches(6);
    table.isCopied = true;
    await batches(6);
    table.isDeleted = true;
  };
  const write = async (): Promise<void> => {
    await answer();
    if (!table.isCopied || table.isDeleted) return;
    await batches(3);
    always(!table.isDeleted, "nothing is written to a row that is gone");
  };
  const reports = Array.from({ length: 10 }, () => () => batches(3));
  return simulation({
    name: "migration",
    run: async () => {
      await Promise.all([...reports, write, migrate].map((task) => task()));
    },
  });
}

function lostUpdate(tellers: number): SubjectDefinition {
  let balance = 100;
  const withdraw = async (): Promise<void> => {
    await answer();
    const before = balance;
    await answer();
    balance = before - 1;
  };
  return simulation({
    name: "lost update",
    run: async () => {
      await Promise.all(Array.from({ length: tellers }, withdraw));
      always(balance === 100 - tellers, "no money appears or vanishes");
    },
  });
}

/** Tasks `a`, `b`, … with so many completions each; `orders` hears how each run went. */
function interleaved(lengths: readonly number[], orders: string[]): SubjectDefinition {
  return simulation({
    name: "interleaved",
    run: async () => {
      let order = "";
      const tasks = lengths.map(async (length, at) => {
        const name = "abcd".charAt(at);
        for (let step = 0; step < length; step++) {
          await completion(name);
          order += name;
        }
      });
      await Promise.all(tasks);
      orders.push(order);
    },
  });
}

function twoRules(told: string[]): SubjectDefinition {
  return chaosTest({
    name: "two rules",
    setup: () => ({ taken: "" }),
    rules: {
      left: { run: (state) => void (state.taken += "l") },
      right: { run: (state) => void (state.taken += "r") },
    },
    teardown: ({ taken }) => void told.push(taken),
  });
}

function lostCompletion(hasLock: boolean): SubjectDefinition {
  let value = 0;
  let last: Promise<void> = Promise.resolve();
  const add = async (): Promise<void> => {
    await completion("read");
    const before = value;
    await completion("write");
    value = before + 1;
  };
  const locked = (): Promise<void> => (last = last.then(add));
  return simulation({
    name: "lost completion",
    run: async () => {
      const one = hasLock ? locked : add;
      await Promise.all([one(), one(), one()]);
      always(value === 3, "every addition counts");
    },
  });
}
