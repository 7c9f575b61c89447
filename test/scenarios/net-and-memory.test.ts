import { describe, expect, test } from "vitest";
import type { MemorySettings } from "../../src/kernel/trace/trace.ts";
import { resultOf, runSteps, type StepData } from "../fixtures/scenario-run.ts";

const send = (payload: string): StepData => ({ type: "net_send", from: "a", to: "b", payload });
const recv = (payload: string): StepData => ({ type: "net_recv_assert", node: "b", payload });

describe("messages between nodes", () => {
  test("are delivered in any order where that is allowed, and each order is decided", async () => {
    const steps = [
      { type: "net_set_reorder", enabled: true },
      send("x"),
      send("y"),
      { type: "net_deliver_one" },
      recv("x"),
    ];
    expect(await resultsOfSeeds(steps)).toEqual(["held", "net_recv_assert"]);
  });

  test("are lost at the rate that is set, and each loss is decided", async () => {
    const steps = [
      { type: "net_set_drop_rate", rate: 0.5 },
      send("x"),
      { type: "net_deliver_one" },
      recv("x"),
    ];
    expect(await resultsOfSeeds(steps)).toEqual(["held", "net_recv_assert"]);
  });

  test("wait behind a partition while others pass", async () => {
    const steps = [
      { type: "net_partition", a: "a", b: "b" },
      send("x"),
      { type: "net_send", from: "c", to: "b", payload: "y" },
      { type: "net_deliver_one" },
      recv("y"),
      { type: "net_heal", a: "a", b: "b" },
      { type: "net_deliver_one" },
      recv("x"),
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });
});

describe("memory that a scenario counts", () => {
  const keep = (bytes: number): StepData => ({ type: "memory_alloc", bytes, tag: "order" });

  test.each<readonly [string, MemorySettings, readonly StepData[], string]>([
    ["no budget", {}, [keep(1)], "memory_leak"],
    ["a budget that is enough", { leakBudget: 10 }, [keep(10)], "held"],
    ["a budget that is not", { leakBudget: 10 }, [keep(11)], "memory_leak"],
    ["a budget and no mercy", { leakBudget: 10, failOnLeak: true }, [keep(1)], "memory_leak"],
    [
      "no mercy and nothing left",
      { failOnLeak: true },
      [{ type: "assert_ok", value: true }],
      "held",
    ],
    ["a limit", { limitMb: 1, leakBudget: 2e6 }, [keep(1_048_577)], "memory_alloc_failed"],
    ["a count", { failAfter: 1, leakBudget: 9 }, [keep(1), keep(1)], "memory_alloc_failed"],
  ])("is judged at the end by the settings of the run: %s", async (...row) => {
    const [, memory, steps, expected] = row;
    expect(resultOf(await runSteps(steps, { settings: { memory } }))).toBe(expected);
  });

  test("takes more by the settings of the run", async () => {
    const memory = { pressureWave: [2], fragmentationSeed: 7, leakBudget: 1e9 };
    const steps = [keep(200_000), { type: "memory_assert_in_use_bytes", equals: 448_000 }];
    expect(resultOf(await runSteps(steps, { settings: { memory } }))).toBe("held");
  });

  test("names what was not given back", async () => {
    const { outcome } = await runSteps([keep(3), { type: "memory_alloc", bytes: 4 }]);
    expect(outcome.failure?.message).toBe(
      "7 bytes were not given back: #1 3 bytes (order), #2 4 bytes",
    );
  });
});

describe("the real heap", () => {
  const checkpoint = { type: "memory_checkpoint", name: "start" };

  test("is read at a checkpoint only where a step asks what it grew by since then", async () => {
    const isRead = async (steps: readonly StepData[]): Promise<number> => {
      const { decisions } = await runSteps(steps);
      return decisions.filter((one) => "label" in one && one.label === "host heap").length;
    };
    const assertHeap = { type: "memory_assert_heap", max_mb: 4_000 };
    expect(await isRead([checkpoint])).toBe(0);
    expect(await isRead([checkpoint, assertHeap])).toBe(1);
    expect(await isRead([checkpoint, { ...assertHeap, since: "start" }])).toBe(2);
  });
});

async function resultsOfSeeds(steps: readonly StepData[]): Promise<readonly string[]> {
  const results = new Set<string>();
  for (let seed = 0; seed < 30; seed++) results.add(resultOf(await runSteps(steps, { seed })));
  return [...results].toSorted();
}
