import { expect, test } from "vitest";
import account from "../fixtures/check-then-write/account.chaos.ts";
import takingTurns from "../fixtures/check-then-write/fixed/account.chaos.ts";
import { sightings } from "./smallest.ts";

// Rules that wait overlap where a test says nothing about concurrency. `npm run test:healthy` makes
// 10,000 runs of the twin with each seed.

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

test("a check-then-write race in a test like the README's is found, with 10 seeds", async () => {
  const found: (string | undefined)[] = [];
  for (const seed of seeds) {
    const [first] = await sightings(() => account, { runs: 200, seed });
    found.push(first?.identity.property);
  }
  expect(found).toEqual(seeds.map(() => "no money appears"));
});

test("its twin, which takes turns, is silent with 10 seeds of 2,000 runs", async () => {
  for (const seed of seeds) {
    expect(await sightings(() => takingTurns, { runs: 2_000, seed })).toEqual([]);
  }
});
