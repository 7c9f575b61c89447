import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simulation } from "../src/kernel/subject/chaos-test.ts";
import { eventually, sometimes } from "../src/kernel/judge/properties.ts";
import { installWorld } from "../src/world/install.ts";
import { arrival, counter, definitions } from "./fixtures/driven-definitions.ts";
import { comparable, runOnce } from "./fixtures/driven-run.ts";

const seedsCount = 50;

describe("both drains give the same run", () => {
  test.each(Object.keys(definitions))("%s", async (name) => {
    const define = definitions[name] ?? counter;
    let verdicts = "";
    for (let seed = 0; seed < seedsCount; seed++) {
      const inOneTask = await runOnce(define(), { drain: "tick", seed });
      const overTurns = await runOnce(define(), { drain: "immediate", seed });
      expect(comparable(overTurns)).toEqual(comparable(inOneTask));
      verdicts += inOneTask.outcome.verdict[0] ?? "";
    }
    expect(verdicts).toMatch(/^[hb]+$/);
  });

  test.each(Object.keys(definitions))("%s: and a strict replay gives it again", async (name) => {
    const define = definitions[name] ?? counter;
    for (let seed = 0; seed < 15; seed++) {
      const first = await runOnce(define(), { drain: "tick", seed });
      const { decisionsCount } = first.outcome;
      const list = first.decisions.slice(0, decisionsCount);
      const again = await runOnce(define(), { drain: "tick", replays: list });
      expect(again.outcome.verdict).toBe(first.outcome.verdict);
      expect(again.outcome.failure?.message).toBe(first.outcome.failure?.message);
      expect(again.decisions.slice(0, decisionsCount)).toEqual(list);
    }
  });
});

describe("how a run ends", () => {
  test("with nothing pending it is a deadlock", async () => {
    const stuck = simulation({ name: "stuck", run: () => new Promise(() => {}) });
    for (const drain of ["tick", "immediate"] as const) {
      const { outcome } = await runOnce(stuck, { drain });
      expect(outcome).toMatchObject({ verdict: "broken", failure: { kind: "deadlock" } });
    }
  });

  test("without ever ending it is stalled", async () => {
    const endless = simulation({
      name: "endless",
      run: async (world) => {
        for (;;) await world.sleep(1);
      },
    });
    for (const drain of ["tick", "immediate"] as const) {
      const { outcome } = await runOnce(endless, { drain });
      expect(outcome).toMatchObject({ verdict: "broken", failure: { kind: "stalled" } });
    }
  });

  test("by a thrown error, which is kept as it was thrown", async () => {
    const thrown = new RangeError("mine");
    const throws = simulation({
      name: "throws",
      run: () => {
        throw thrown;
      },
    });
    const { outcome } = await runOnce(throws);
    expect(outcome.thrown).toBe(thrown);
    expect(outcome.failure).toMatchObject({ kind: "thrown", error: "RangeError" });
  });

  test("by an error that leaves a timer, which is uncaught", async () => {
    installWorld();
    const throws = simulation({
      name: "throws",
      run: () =>
        new Promise(() => {
          setTimeout(() => {
            throw new RangeError("in a timer");
          }, 5);
          setInterval(() => {}, 10);
        }),
    });
    const { outcome } = await runOnce(throws);
    expect(outcome.failure).toMatchObject({ kind: "uncaught", message: "in a timer" });
  });

  test("with an error after it went off its trace, it is unknown and not broken", async () => {
    const first = await runOnce(counter({ sleepMs: 1 }), { seed: 4 });
    const changed = counter({ sleepMs: 1, extraDraw: true });
    for (const drain of ["tick", "immediate"] as const) {
      const { outcome } = await runOnce(changed, { drain, replays: first.decisions });
      expect(outcome).toMatchObject({ verdict: "unknown", because: "diverged" });
      expect(outcome.failure).toBeUndefined();
      expect(outcome.divergence).toMatchObject({ asked: "value extra" });
    }
  });

  test("with an error that hides the divergence, it is unknown all the same", async () => {
    const hides = simulation({
      name: "hides",
      run: (world) => {
        try {
          world.draw("gone", fc.nat());
        } catch (cause) {
          throw new Error("could not draw", { cause });
        }
      },
    });
    const { outcome } = await runOnce(hides, { replays: [], isStrictAtEnd: true });
    expect(outcome).toMatchObject({ verdict: "unknown", failure: undefined });
  });

  test("with a failure before it went off its trace, it is broken", async () => {
    const fails = simulation({
      name: "fails",
      run: (world) => {
        expect(world.pick("first", ["a"])).toBe("a");
        sometimes(true, "seen");
        eventually(() => false, "never", { withinMs: 1 });
        return world.sleep(5).then(() => world.pick("second", ["b"]));
      },
    });
    const list = [{ kind: "pick", label: "first", value: "a" }] as const;
    const { outcome } = await runOnce(fails, { replays: list, isStrictAtEnd: true });
    expect(outcome).toMatchObject({ verdict: "broken", failure: { property: "never" } });
    expect(outcome.decisionsCount).toBe(1);
  });

  test("with a value that cannot be drawn, it is unknown", async () => {
    const hopeless = counter({ hopelessDraw: true });
    const { outcome } = await runOnce(hopeless);
    expect(outcome.verdict).toBe("unknown");
    expect(outcome.because).toContain("more than 20000 numbers");
  });
});

describe("eventually", () => {
  test.each([
    ["before its time", 9, "held"],
    ["at its time", 10, "held"],
    ["after its time", 11, "broken"],
  ])("a claim that becomes true %s is %s", async (_when, arrivesMs, verdict) => {
    const subject = simulation({ name: "arrival", run: (world) => arrival(world, arrivesMs) });
    expect((await runOnce(subject)).outcome.verdict).toBe(verdict);
  });

  test("the run goes on after its end until the claim is decided", async () => {
    const subject = simulation({
      name: "background",
      run: (world) => {
        let hasArrived = false;
        void world.sleep(500).then(() => (hasArrived = true));
        eventually(() => hasArrived, "arrives", { withinMs: 1_000 });
      },
    });
    const { outcome } = await runOnce(subject);
    expect(outcome).toMatchObject({ verdict: "held", endUs: 500_000 });
  });
});
