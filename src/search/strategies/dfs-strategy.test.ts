import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { SimWorld } from "../../world/sim-world.ts";
import { DfsStrategy } from "./dfs-strategy.ts";
import type { Exhaustion } from "../strategy.ts";

/** What a walk over a program was told, run by run. */
interface Walked extends Exhaustion {
  readonly told: readonly unknown[];
}

function walk(program: (decisions: Decisions) => unknown, depthMax?: number): Walked {
  const deep = depthMax === undefined ? {} : { depthMax };
  const strategy = new DfsStrategy({ see: () => undefined, ...deep });
  const told: unknown[] = [];
  for (let source = strategy.next(); source !== undefined; source = strategy.next()) {
    const decisions = new RecordedDecisions(source);
    told.push(program(decisions));
    strategy.learn(decisions.log, { verdict: "held" });
  }
  return { told, ...strategy.exhaustion() };
}

const letters = ["a", "b", "c"].map((name) => ({ name }));

test("every option, both answers of a chance, every number of a small range", () => {
  expect(walk((decisions) => decisions.pick("letter", letters).name)).toEqual({
    told: ["a", "b", "c"],
    isOver: true,
    missed: [],
  });
  expect(walk((decisions) => decisions.chance("fault", 0.1)).told).toEqual([false, true]);
  const small = walk((decisions) => decisions.integer("crash", { min: -1, max: 2 }));
  expect(small).toEqual({ told: [-1, 0, 1, 2], isOver: true, missed: [] });
});

test("what has one answer is no branch", () => {
  const program = (decisions: Decisions): unknown => [
    decisions.chance("never", 0),
    decisions.chance("always", 1),
    decisions.integer("fixed", { min: 7, max: 7 }),
    decisions.pick("only", letters.slice(0, 1)).name,
  ];
  expect(walk(program)).toEqual({ told: [[false, true, 7, "a"]], isOver: true, missed: [] });
});

test("of a wide range zero and the ends, of values the simplest, and neither is exhausted", () => {
  const missed = ["values are not enumerated"];
  const wide = walk((decisions) => decisions.integer("cents", { min: -500, max: 500 }));
  expect(wide).toEqual({ told: [0, -500, 500], isOver: true, missed });
  const value = walk((decisions) => decisions.value("cart", fc.array(fc.nat())));
  expect(value).toEqual({ told: [[]], isOver: true, missed });
  const bytes = walk((decisions) => decisions.bytes("key", { lengthMin: 2, lengthMax: 4 }));
  expect(bytes).toEqual({ told: [new Uint8Array(2)], isOver: true, missed });
});

test("below the depth only first answers are taken, and that is said", () => {
  const chances = (decisions: Decisions): unknown =>
    [1, 2, 3].map(() => decisions.chance("fault", 0.5));
  expect(walk(chances, 2).told).toEqual([
    [false, false, false],
    [false, true, false],
    [true, false, false],
    [true, true, false],
  ]);
  expect(walk(chances, 2).missed).toEqual(["some runs took more decisions than the depth allows"]);
  expect(walk(chances, 3)).toMatchObject({ isOver: true, missed: [] });
});

test("a program that does not repeat is walked to an end, and that is said", () => {
  let runs = 0;
  const walked = walk((decisions) => {
    runs += 1;
    return runs % 2 === 1 ? decisions.pick("letter", letters).name : "nothing";
  });
  expect(walked).toMatchObject({ isOver: true, missed: ["some runs did not repeat"] });
});

test("a run that could not be judged leaves a gap", () => {
  const strategy = new DfsStrategy({ see: () => undefined });
  strategy.next();
  strategy.learn([], { verdict: "unknown" });
  expect(strategy.exhaustion().missed).toEqual(["some runs could not be judged"]);
});

test("more pending completions than a narrow latency keeps apart are no exhausted search", () => {
  const orders = (latencyUsMax: number): Exhaustion & { readonly orders: number } => {
    let world: SimWorld | undefined;
    const strategy = new DfsStrategy({ see: () => world });
    const seen = new Set<string>();
    for (let source = strategy.next(); source !== undefined; source = strategy.next()) {
      const decisions = new RecordedDecisions(source);
      world = new SimWorld(decisions, { latencyUsMax });
      let order = "";
      for (const { name } of letters) world.complete(name, () => void (order += name));
      for (let wake = world.next(); wake !== undefined; wake = world.next()) wake.fire?.();
      seen.add(order);
      strategy.learn(decisions.log, { verdict: "held" });
    }
    return { orders: seen.size, ...strategy.exhaustion() };
  };
  expect(orders(20_000)).toEqual({ orders: 6, isOver: true, missed: [] });
  expect(orders(2).missed).toEqual([
    "more completions were pending at once than latencies keep apart",
  ]);
  // Everything completes at once, in one order: that is all there is.
  expect(orders(0)).toEqual({ orders: 1, isOver: true, missed: [] });
});
