import { access, readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { always, chaosTest } from "../../src/index.ts";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { sightings } from "./smallest.ts";

// The work under the lease is four waits of up to 20 ms each. A lease of 70 ms is outlived only
// when all of them are long: found whatever the seed. One of 100 ms is never outlived.

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

test.each(seeds)("a holder that outlives its lease is found with seed %i", async (seed) => {
  expect(await broken({ leaseMs: 70, isFenced: false }, seed)).toEqual([oneWriter]);
});

test.each(seeds)("a lease that is longer than the work is silent with seed %i", async (seed) => {
  expect(await broken({ leaseMs: 100, isFenced: false }, seed)).toEqual([]);
});

test.each(seeds)("a lease that is looked at before writing is silent, seed %i", async (seed) => {
  expect(await broken({ leaseMs: 70, isFenced: true }, seed)).toEqual([]);
});

// --- inside ---

interface Plan {
  readonly leaseMs: number;
  /** Whether the store refuses who no longer has the lease, as a fencing token makes it. */
  readonly isFenced: boolean;
}

const oneWriter = "no addition is lost";
const runs = 300;

/** A lock that nobody has for longer than its lease, so that a crashed holder blocks nobody. */
class Lease {
  readonly #ms: number;
  #given = 0;
  #holder = 0;

  constructor(ms: number) {
    this.#ms = ms;
  }

  acquire(): number | undefined {
    if (this.#holder !== 0) return undefined;
    this.#given += 1;
    const token = this.#given;
    this.#holder = token;
    setTimeout(() => this.release(token), this.#ms);
    return token;
  }

  has(token: number): boolean {
    return this.#holder === token;
  }

  release(token: number): void {
    if (this.has(token)) this.#holder = 0;
  }
}

async function broken(plan: Plan, seed: number): Promise<readonly string[]> {
  const seen = await sightings(() => counter(plan), { runs, seed });
  return [...new Set(seen.map(({ identity }) => identity.property ?? identity.message))];
}

function counter({ leaseMs, isFenced }: Plan): SubjectDefinition {
  return chaosTest({
    name: "counter",
    setup: async () => {
      await writeFile("count", "0");
      return { lease: new Lease(leaseMs), store: { count: 0 }, added: 0 };
    },
    rules: {
      add: {
        run: async (state) => {
          const token = state.lease.acquire();
          if (token === undefined) return;
          const { count } = state.store;
          await readFile("count", "utf8");
          await writeFile(`next-${token}`, String(count + 1));
          await access(`next-${token}`);
          await rename(`next-${token}`, "count");
          if (!isFenced || state.lease.has(token)) {
            state.store.count = count + 1;
            state.added += 1;
            always(state.store.count === state.added, oneWriter);
          }
          state.lease.release(token);
        },
      },
      wait: { run: () => sleep(50) },
    },
  });
}
