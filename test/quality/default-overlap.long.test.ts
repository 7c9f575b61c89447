import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chaosTest } from "../../src/index.ts";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { sightings } from "./smallest.ts";

// Rules that wait overlap where a test says nothing about concurrency.

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

test("a check-then-write race in a test like the README's is found, with 10 seeds", async () => {
  const found: (string | undefined)[] = [];
  for (const seed of seeds) {
    const [first] = await sightings(() => accountTest(false), { runs: 200, seed });
    found.push(first?.identity.property);
  }
  expect(found).toEqual(seeds.map(() => "no money appears"));
});

test("its twin, which takes turns, is silent with 10 seeds of 2,000 runs", async () => {
  for (const seed of seeds) {
    expect(await sightings(() => accountTest(true), { runs: 2_000, seed })).toEqual([]);
  }
});

// --- inside ---

class Account {
  readonly takesTurns: boolean;
  balance = 100;
  paid = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(takesTurns: boolean) {
    this.takesTurns = takesTurns;
  }

  withdraw(cents: number): Promise<void> {
    if (!this.takesTurns) return this.#take(cents);
    this.#last = this.#last.then(() => this.#take(cents));
    return this.#last;
  }

  async #take(cents: number): Promise<void> {
    const { balance } = this;
    if (balance < cents) return;
    await sleep(1);
    this.balance = balance - cents;
    this.paid += cents;
  }
}

function accountTest(takesTurns: boolean): SubjectDefinition {
  return chaosTest({
    name: "account",
    setup: () => new Account(takesTurns),
    rules: {
      withdraw: {
        draw: { cents: fc.integer({ min: 1, max: 50 }) },
        run: (account, { cents }) => account.withdraw(cents),
      },
    },
    invariants: { "no money appears": ({ balance, paid }) => balance + paid === 100 },
  });
}
