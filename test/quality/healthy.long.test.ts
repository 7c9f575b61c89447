import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { chaosTest, sometimes } from "../../src/index.ts";
import type { StretchCounts } from "../../src/runner/worker/exploration.ts";
import { exploreRuns } from "../../src/runner/worker/explore-runs.ts";
import { executor, makerOf, noPaths } from "./smallest.ts";

// What is healthy stays silent: a schedule that could not happen would show up here as noise.

test("a service with retries under a long timeout gives no finding in 10,000 runs", async () => {
  const { runs, wakes, unknownRuns, clusters, tally } = await explored(() => orders(200), 10_000);
  expect([...clusters.values()]).toEqual([]);
  expect({ runs, unknownRuns }).toEqual({ runs: 10_000, unknownRuns: 0 });
  // It was busy: calls overlapped, the upstream refused, and what was refused was tried again.
  expect(wakes).toBeGreaterThan(100_000);
  for (const name of ["a call is tried again", "an order is refused", "three calls overlap"]) {
    const { held } = tally.properties.get(name) ?? { held: 0 };
    expect({ name, isOften: held > 100 }).toEqual({ name, isOften: true });
  }
});

test("the same service under a timeout shorter than its latencies is found at once", async () => {
  const { clusters } = await explored(() => orders(30), 200);
  expect([...clusters.values()].map(({ identity }) => identity.property)).toContain(
    "nothing is late",
  );
});

// --- inside ---

const triesMax = 4;
const backoffMs = 10;

class Refused extends Error {}
class TimedOut extends Error {}

/** Somebody else's service: up to 20 ms of the world's latency, then up to 25 ms of its own. */
class Upstream {
  readonly charged = new Map<string, number>();
  inFlight = 0;

  async charge(order: string, cents: number): Promise<number> {
    this.inFlight += 1;
    sometimes(this.inFlight === 3, "three calls overlap");
    try {
      await new Promise((resolve) => randomBytes(4, resolve));
      if (Math.random() < 0.3) throw new Refused("503");
      await sleep(Math.random() * 25);
      const known = this.charged.get(order) ?? cents;
      this.charged.set(order, known);
      return known;
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** Places orders: each call has a time limit, and one that is refused is tried three times more. */
class Orders {
  readonly upstream = new Upstream();
  readonly paid = new Map<string, number>();
  readonly timeoutMs: number;
  late = 0;
  placed = 0;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  async place(cents: number): Promise<void> {
    this.placed += 1;
    const order = `order-${this.placed}`;
    for (let tries = 1; tries <= triesMax; tries++) {
      sometimes(tries > 1, "a call is tried again");
      try {
        this.paid.set(order, await this.#inTime(this.upstream.charge(order, cents)));
        return;
      } catch (thrown) {
        if (thrown instanceof TimedOut) this.late += 1;
        await sleep(backoffMs * tries);
      }
    }
    sometimes(true, "an order is refused");
  }

  #inTime<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new TimedOut("no answer in time")), this.timeoutMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function orders(timeoutMs: number): SubjectDefinition {
  return chaosTest({
    name: "orders",
    setup: () => new Orders(timeoutMs),
    rules: {
      place: {
        draw: { cents: fc.integer({ min: 1, max: 50_000 }) },
        run: (shop, { cents }) => shop.place(cents),
      },
      wait: { draw: { ms: fc.integer({ min: 0, max: 60 }) }, run: (_, { ms }) => sleep(ms) },
    },
    concurrency: 3,
    invariants: {
      "nothing is late": (shop) => shop.late === 0,
      "what is paid was charged": (shop) =>
        [...shop.paid].every(([order, cents]) => shop.upstream.charged.get(order) === cents),
      "what was charged is paid": (shop) => shop.upstream.charged.size === shop.paid.size,
      "nothing is left in flight": (shop) => shop.upstream.inFlight === 0,
    },
  });
}

async function explored(
  definition: () => SubjectDefinition,
  runsMax: number,
): Promise<StretchCounts> {
  return exploreRuns({
    maker: makerOf(definition),
    execute: await executor(),
    paths: noPaths,
    seed: "healthy",
    fromRun: 0,
    runsMax,
    timeMsMax: 80_000,
    marksEachRun: false,
    onMark: () => {},
    onProgress: () => {},
    onSighting: () => {},
  });
}
