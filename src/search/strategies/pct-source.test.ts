import { describe, expect, test } from "vitest";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { SimWorld } from "../../world/sim-world.ts";
import { type PctRun, PctSource } from "./pct-source.ts";

interface Work {
  readonly tasks: number;
  readonly steps: number;
  /** How often each step reads the clock; every read takes a microsecond. */
  readonly reads?: number;
}

function inPriorities(seed: number, run: PctRun): { world: SimWorld; source: PctSource } {
  const seen: SimWorld[] = [];
  const source = new PctSource(() => seen[0]).begin(seedWords(seed), 0, run);
  const world = new SimWorld(new RecordedDecisions(source), { latencyUsMax: 20_000 });
  seen.push(world);
  return { world, source };
}

/** Lets tasks run that start together; gives the name of each task at each of its steps. */
function ran(seed: number, { tasks, steps, reads = 0 }: Work, run: PctRun): readonly number[] {
  const order: number[] = [];
  const { world } = inPriorities(seed, run);
  const step = (task: number, left: number): void => {
    world.complete("answer", () => {
      order.push(task);
      for (let read = 0; read < reads; read++) world.readUs();
      if (left > 1) step(task, left - 1);
    });
  };
  for (let task = 0; task < tasks; task++) step(task, steps);
  for (let wake = world.next(); wake !== undefined; wake = world.next()) wake.fire?.();
  return order;
}

/** How often the schedule goes from one task to another. */
function switches(order: readonly number[]): number {
  return order.filter((task, at) => at > 0 && task !== order[at - 1]).length;
}

const seeds = Array.from({ length: 200 }, (_, at) => at);

describe("without change points", () => {
  const run = { depth: 1, length: 1 };

  test.each([
    { tasks: 2, steps: 40 },
    { tasks: 8, steps: 6 },
    { tasks: 20, steps: 10 },
    { tasks: 8, steps: 6, reads: 3 },
    { tasks: 8, steps: 6, reads: 10 },
    { tasks: 20, steps: 6, reads: 3 },
  ])("a task runs to its end before a lower one steps: %o", (work) => {
    const strict = seeds.filter((seed) => switches(ran(seed, work, run)) === work.tasks - 1);
    expect(strict).toEqual(seeds);
  });

  test("every task is the first one about equally often", () => {
    const firsts = seeds.map((seed) => ran(seed, { tasks: 4, steps: 2 }, run)[0]);
    for (const task of [0, 1, 2, 3]) {
      const count = firsts.filter((first) => first === task).length;
      expect(count).toBeGreaterThan(30);
      expect(count).toBeLessThan(70);
    }
  });
});

test("each change point takes the running task away once", () => {
  const work = { tasks: 2, steps: 10 };
  const counts = seeds.map((seed) => switches(ran(seed, work, { depth: 3, length: 18 })));
  expect(Math.max(...counts)).toBe(3);
  expect(new Set(counts)).toEqual(new Set([1, 2, 3]));
});

test("what is asked for beside the next step of a task is a task of its own", () => {
  const { world, source } = inPriorities(1, { depth: 1, length: 1 });
  world.complete("parent", () => {
    for (let child = 0; child < 3; child++) world.complete("child", () => {});
  });
  for (let wake = world.next(); wake !== undefined; wake = world.next()) wake.fire?.();
  // One of the three goes on with the parent's task: that is one step.
  expect(source.steps).toBe(1);
});

test("answers stay within the range, however narrow it is", () => {
  for (const seed of seeds) {
    const source = new PctSource(() => undefined).begin(seedWords(seed), 0, {
      depth: 3,
      length: 2,
    });
    for (const range of [
      { min: 0, max: 0 },
      { min: 5, max: 6 },
      { min: 0, max: 20_000 },
    ]) {
      for (const label of ["latency answer", "pause", "cents"]) {
        const answer = source.integer(label, range);
        expect(answer).toBeGreaterThanOrEqual(range.min);
        expect(answer).toBeLessThanOrEqual(range.max);
        expect(Number.isInteger(answer)).toBe(true);
      }
    }
  }
});
