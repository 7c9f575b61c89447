import { expect, test } from "vitest";
import type { AgentFault } from "./agent-fault.ts";
import { FaultPlan } from "./fault-plan.ts";
import { doesStrike, type FaultTrigger, triggerPresets } from "./fault-trigger.ts";

/** Which of the first twelve calls receive a fault. */
function struckCalls(trigger: FaultTrigger): readonly number[] {
  const fault: AgentFault = { id: "f", layer: "llm", mode: "empty", trigger };
  const plan = new FaultPlan([fault], { seed: 1, cell: "c" });
  const place = { layer: "llm", agent: "main", target: "llm" } as const;
  const calls = Array.from({ length: 12 }, (_, at) => at + 1);
  return calls.filter(() => plan.strike(place) !== undefined);
}

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test.each<[string, FaultTrigger, readonly number[]]>([
  ["nothing said: always", {}, all],
  ["after two calls: from the third on", { afterCalls: 2 }, all.slice(2)],
  ["after none: always", { afterCalls: 0 }, all],
  ["on calls 2 and 5", { on: [2, 5] }, [2, 5]],
  ["on no call", { on: [] }, []],
  ["every third", { every: 3 }, [3, 6, 9, 12]],
  ["at most twice", { times: 2 }, [1, 2]],
  ["no time", { times: 0 }, []],
  ["a burst of three from the second", { on: [2], burst: 3 }, [2, 3, 4]],
  ["a burst of one is a single strike", { on: [2], burst: 1 }, [2]],
  ["bursts of two every fifth", { every: 5, burst: 2 }, [5, 6, 10, 11]],
  ["a burst ends when the times are used up", { on: [2], burst: 5, times: 3 }, [2, 3, 4]],
  ["bursts share the times", { every: 4, burst: 3, times: 5 }, [4, 5, 6, 8, 9]],
  ["all that is said must hold", { every: 2, afterCalls: 4, times: 3 }, [6, 8, 10]],
  ["probability 0", { probability: 0 }, []],
  ["probability 1", { probability: 1 }, all],
])("%s", (_, trigger, calls) => {
  expect(struckCalls(trigger)).toEqual(calls);
});

test("transient is over after one, exhaust-retries outlives three tries, persistent stays", () => {
  expect([...triggerPresets].map(([name, trigger]) => [name, struckCalls(trigger)])).toEqual([
    ["transient", [1]],
    ["exhaust-retries", [1, 2, 3, 4]],
    ["persistent", all],
  ]);
});

test("chance is not drawn where something else decides", () => {
  let drawn = 0;
  const chance = (): number => {
    drawn += 1;
    return 0;
  };
  const moment = { ordinal: 1, turn: 1, struck: 0, burstLeft: 0, chance };
  expect(doesStrike({ probability: 0.5, on: [2] }, moment)).toBe(false);
  expect(doesStrike({ probability: 0.5 }, { ...moment, burstLeft: 1 })).toBe(true);
  expect(drawn).toBe(0);
  expect(doesStrike({ probability: 0.5 }, moment)).toBe(true);
  expect(drawn).toBe(1);
});

test("a turn limits a fault, a burst included", () => {
  const moment = { ordinal: 1, struck: 0, burstLeft: 0, chance: () => 0 };
  expect(doesStrike({ turn: 2 }, { ...moment, turn: 1 })).toBe(false);
  expect(doesStrike({ turn: 2 }, { ...moment, turn: 2 })).toBe(true);
  expect(doesStrike({ turn: 2, burst: 3 }, { ...moment, turn: 3, burstLeft: 2 })).toBe(false);
});
