// The front door: what users import, by name. Only the kernel is loaded here, because properties
// and fault points stand in application code and must cost nothing in production. What is heavier
// (loading a config) is imported when it is called.
export {
  type ChaosTest,
  chaosTest,
  type ChaosTestOptions,
  type Check,
  type Rule,
  type Simulation,
  simulation,
  type SimulationOptions,
} from "./kernel/chaos-test.ts";
export { GauntletError } from "./kernel/gauntlet-error.ts";
export {
  always,
  buggify,
  buggifyValue,
  eventually,
  reachable,
  sometimes,
  unreachable,
} from "./kernel/properties.ts";
export type { World } from "./kernel/subject.ts";
