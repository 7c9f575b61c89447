import { expect, test } from "vitest";
import { backendsIn, refuseWithoutScenario } from "./scenario-flags.ts";

const subjects = (...files: readonly string[]) => files.map((file) => ({ target: { file } }));

test("flags of scenarios are refused where there is none, by their name", () => {
  const given = { memPressureWave: [1, 2] };
  const chaos = subjects("a.chaos.ts");
  expect(() => refuseWithoutScenario(given, chaos)).toThrow("`--mem-pressure-wave` is only of use");
  refuseWithoutScenario({}, chaos);
  refuseWithoutScenario(given, subjects("a.chaos.ts", "b.scenario.yaml"));
});

test("of all flags of a command line, those of scenarios are handed on", () => {
  const flags = { color: true, timeout: 5, seed: 7, failOnLeak: true };
  expect(backendsIn(flags)).toEqual({ timeout: 5, failOnLeak: true });
});
