import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RandomSource } from "../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../kernel/decisions/replay-source.ts";
import { seedWords } from "../kernel/decisions/seed.ts";
import { type Channel, SimWorld } from "./sim-world.ts";
import { userWorld } from "./user-world.ts";

const latencyUsMax = 20_000;

describe("time", () => {
  test("moves to what happens next, and never back", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000)), (delays) => {
        const world = seeded(1);
        for (const delay of delays) world.after(delay, "timer", () => {});
        const times: number[] = [];
        for (let wake = world.next(); wake !== undefined; wake = world.next()) {
          times.push(world.nowUs);
        }
        expect(times).toEqual(delays.toSorted((a, b) => a - b));
        expect(world.isIdle).toBe(true);
      }),
    );
  });

  test("does not move back for something whose time has passed while the clock was read", () => {
    const world = seeded(1);
    world.after(2, "timer", () => {});
    for (let read = 1; read <= 5; read++) expect(world.readUs()).toBe(read);
    expect(world.next()?.atUs).toBe(2);
    expect(world.nowUs).toBe(5);
  });

  test("what was cancelled does not move it", () => {
    const world = seeded(1);
    const cancelled = world.after(10, "timer", () => {});
    cancelled.fire = undefined;
    expect(world.next()).toBeUndefined();
    expect(world.nowUs).toBe(0);
  });
});

describe("completions", () => {
  test("draw a latency within the limit, under their label", () => {
    const { world, decisions } = seededWithLog(3);
    for (let count = 0; count < 100; count++) world.complete("fs.readFile", () => {});
    for (const decision of decisions.log) {
      expect(decision).toMatchObject({ kind: "integer", label: "latency fs.readFile" });
    }
    for (let wake = world.next(); wake !== undefined; wake = world.next()) {
      expect(world.nowUs).toBeLessThanOrEqual(latencyUsMax);
    }
  });

  test("of one channel keep their order, whatever they draw and whenever they were made", () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.constantFrom("make", "turn")), (seed, todo) => {
        const world = seeded(seed);
        const channel: Channel = { name: "socket", lastUs: 0 };
        const arrived: number[] = [];
        let made = 0;
        for (const step of todo) {
          if (step === "turn") world.next()?.fire?.();
          else {
            const number = made;
            made += 1;
            world.complete("data", () => void arrived.push(number), channel);
          }
        }
        for (let wake = world.next(); wake !== undefined; wake = world.next()) wake.fire?.();
        expect(arrived).toEqual(Array.from({ length: made }, (_, at) => at));
      }),
    );
  });

  test("of two channels overtake each other sooner or later", () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const world = seeded(seed);
      const order: string[] = [];
      for (const name of ["a", "b"]) {
        world.complete("data", () => void order.push(name), { name, lastUs: 0 });
      }
      for (let wake = world.next(); wake !== undefined; wake = world.next()) wake.fire?.();
      orders.add(order.join());
    }
    expect([...orders].toSorted()).toEqual(["a,b", "b,a"]);
  });
});

describe("what user code is given", () => {
  test("tells the time in milliseconds without moving it", () => {
    const world = seeded(1);
    world.nowUs = 2_500;
    const user = userWorld(world);
    expect([user.now(), user.now()]).toEqual([2.5, 2.5]);
  });

  test("sleeps for as long as asked, and not at all for what is no time", async () => {
    for (const [ms, us] of [
      [3, 3_000],
      [0, 0],
      [-5, 0],
      [Number.NaN, 0],
      [0.000_4, 0],
      [1.234_567, 1_235],
    ] as const) {
      const world = seeded(1);
      const slept = userWorld(world).sleep(ms);
      const wake = world.next();
      expect(wake?.atUs, `${ms}`).toBe(us);
      wake?.fire?.();
      await slept;
    }
  });

  test("a sleep without end never wakes", () => {
    const world = seeded(1);
    void userWorld(world).sleep(Number.POSITIVE_INFINITY);
    expect(world.next()).toBeUndefined();
  });

  test.each<readonly [string, readonly unknown[]]>([
    ["words", ["a", "b", "c"]],
    ["numbers", [3, 2, 1]],
    ["a number and a text that read the same", [1, "1", 1n]],
    ["a text that reads like a position", ["#1", { a: 1 }, "#0"]],
    ["objects", [{ a: 1 }, { a: 1 }, null, undefined, () => {}]],
  ])("a pick of %s is replayed as the very same value", (_name, values) => {
    for (let seed = 0; seed < 20; seed++) {
      const { world, decisions } = seededWithLog(seed);
      const picked = userWorld(world).pick("which", values);
      const replayed = new RecordedDecisions(new ReplaySource(decisions.log));
      const again = userWorld(new SimWorld(replayed, { latencyUsMax })).pick("which", values);
      expect(Object.is(again, picked)).toBe(true);
    }
  });

  test("words survive reordering", () => {
    const { world, decisions } = seededWithLog(2);
    const picked = userWorld(world).pick("which", ["a", "b", "c"]);
    const replayed = new RecordedDecisions(new ReplaySource(decisions.log));
    const other = userWorld(new SimWorld(replayed, { latencyUsMax }));
    expect(other.pick("which", ["c", "x", "b", "a"])).toBe(picked);
  });

  test("a drawn value is a decision like the others", () => {
    const { world, decisions } = seededWithLog(2);
    userWorld(world).draw("cents", fc.nat());
    expect(decisions.log).toMatchObject([{ kind: "value", label: "cents" }]);
  });
});

// --- inside ---

function seededWithLog(seed: number): {
  readonly world: SimWorld;
  readonly decisions: RecordedDecisions;
} {
  const decisions = new RecordedDecisions(new RandomSource().restart(seedWords(seed), 0));
  return { world: new SimWorld(decisions, { latencyUsMax }), decisions };
}

function seeded(seed: number): SimWorld {
  return seededWithLog(seed).world;
}
