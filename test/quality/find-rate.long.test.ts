import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { always, simulation } from "../../src/index.ts";
import { recordRun } from "../../src/runner/worker/record-run.ts";
import { executor, makerOf, noPaths, type Sighting, sightings } from "./smallest.ts";

// How many runs it takes to see a bug for the first time, as the median of 20 seeds. The code under
// test is plain: nothing in it knows that it is watched, and the test only calls it.

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

/** What waiting looks like in real code: a timer of any length, or the answer of the system. */
const waits: Readonly<Record<string, () => Promise<unknown>>> = {
  "setTimeout with Math.random": () =>
    new Promise((resolve) => setTimeout(resolve, Math.random() * 10)),
  "timers/promises with Math.random": () => sleep(Math.random() * 10),
  "a callback of crypto.randomBytes": () =>
    new Promise((resolve) => randomBytes(8, (_, bytes) => resolve(bytes))),
};

for (const [name, wait] of Object.entries(waits)) {
  test(`a lost update is found in at most 10 runs where code waits by ${name}`, async () => {
    const found = await firstSightings(() => lostUpdate(wait), 100);
    expect(medianRuns(found)).toBeLessThanOrEqual(10);
    expect(await replays(() => lostUpdate(wait), found[0])).toBe(100);
  });
}

test("a lost update is found in at most 10 runs where one side is slower", async () => {
  const uneven = (): SubjectDefinition => {
    const row = { value: 100 };
    const add = async (amount: number, readMs: number): Promise<void> => {
      await sleep(Math.random() * readMs);
      const before = row.value;
      await sleep(Math.random() * 10);
      row.value = before + amount;
    };
    return simulation({
      name: "uneven",
      run: async () => {
        await Promise.all([add(1, 10), add(2, 30)]);
        always(row.value === 103, "both are added");
      },
    });
  };
  const found = await firstSightings(uneven, 200);
  expect(medianRuns(found)).toBeLessThanOrEqual(10);
  expect(await replays(uneven, found[0])).toBe(100);
});

test("an order of three tasks that breaks is found in at most 200 runs", async () => {
  const found = await firstSightings(shutdown, 2_000);
  expect(medianRuns(found)).toBeLessThanOrEqual(200);
  expect(await replays(shutdown, found[0])).toBe(100);
});

test("an order that needs the longest task first is found in at most 200 runs", async () => {
  const found = await firstSightings(longestFirst, 3_000);
  expect(medianRuns(found)).toBeLessThanOrEqual(200);
  expect(await replays(longestFirst, found[0])).toBe(100);
});

// --- inside ---

function lostUpdate(wait: () => Promise<unknown>): SubjectDefinition {
  let balance = 100;
  const withdraw = async (amount: number): Promise<void> => {
    await wait();
    const before = balance;
    await wait();
    balance = before - amount;
  };
  return simulation({
    name: "lost update",
    run: async () => {
      await Promise.all([withdraw(30), withdraw(41)]);
      always(balance === 29, "no money appears or vanishes");
    },
  });
}

/**
 * A pool is opened, used and closed by tasks that know nothing of each other. It breaks when the
 * worker takes a connection after it was opened, and the pool is closed before the worker writes.
 */
function shutdown(): SubjectDefinition {
  const pool = { isOpen: false, isClosed: false };
  const open = async (): Promise<void> => {
    await sleep(Math.random() * 20);
    await sleep(Math.random() * 20);
    pool.isOpen = true;
  };
  const work = async (): Promise<void> => {
    await sleep(Math.random() * 20);
    if (!pool.isOpen || pool.isClosed) return;
    await sleep(Math.random() * 5);
    always(!pool.isClosed, "nothing is written to a closed pool");
  };
  const close = async (): Promise<void> => {
    await sleep(Math.random() * 20);
    pool.isClosed = pool.isOpen;
  };
  return simulation({ name: "shutdown", run: () => Promise.all([open(), work(), close()]) });
}

/** Three steps, two steps and one: it breaks only when they end in just this order, 1 in 180. */
function longestFirst(): SubjectDefinition {
  const ended: string[] = [];
  const task = async (name: string, steps: number): Promise<void> => {
    for (let at = 0; at < steps; at++) await sleep(Math.random() * 1_000);
    ended.push(name);
  };
  return simulation({
    name: "longest first",
    run: async () => {
      await Promise.all([task("migrate", 3), task("index", 2), task("serve", 1)]);
      always(ended.join() !== "migrate,index,serve", "the order that nobody tried");
    },
  });
}

/** The first failure of each seed. */
async function firstSightings(
  definition: () => SubjectDefinition,
  runs: number,
): Promise<readonly Sighting[]> {
  const firsts: Sighting[] = [];
  for (const seed of seeds) {
    const [first] = await sightings(definition, { runs, seed });
    if (first === undefined) throw new Error(`seed ${seed} found nothing in ${runs} runs`);
    firsts.push(first);
  }
  return firsts;
}

/** The upper median of how many runs it took, the failing one included. */
function medianRuns(found: readonly Sighting[]): number {
  const counts = found.map(({ runIndex }) => runIndex + 1).toSorted((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** How many of 100 strict replays show the failure again. */
async function replays(
  definition: () => SubjectDefinition,
  found: Sighting | undefined,
): Promise<number> {
  if (found === undefined) return 0;
  const parts = { maker: makerOf(definition), execute: await executor(), paths: noPaths };
  const decidedBy = { how: "strict", decisions: found.decisions } as const;
  let shown = 0;
  for (let at = 0; at < 100; at++) {
    const { identity } = await recordRun({ ...parts, decidedBy });
    if (identity?.key === found.identity.key) shown += 1;
  }
  return shown;
}
