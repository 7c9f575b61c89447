import type { Config } from "./config/index.ts";

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
} from "./kernel/subject/chaos-test.ts";
export { ConfigError } from "./kernel/errors/config-error.ts";
export type { Fault, SeamCall } from "./kernel/faults/fault.ts";
export { fuzz, type FuzzOptions, type FuzzTest } from "./kernel/subject/fuzz-test.ts";
export { type Fixture, registerFixture } from "./kernel/subject/fixtures.ts";
export { fault } from "./kernel/faults/catalogue.ts";
export { dataFaults, mlFaults, modelFaults, type PackOptions } from "./kernel/faults/packs.ts";
export { GauntletError } from "./kernel/errors/gauntlet-error.ts";
export {
  type HostWorker,
  WorkerError,
  type WorkerHttpAnswer,
  type WorkerHttpRequest,
  type WorkerOptions,
  type WorkerProtocol,
} from "./kernel/services/host-worker.ts";
export {
  always,
  buggify,
  buggifyValue,
  eventually,
  reachable,
  sometimes,
  unreachable,
} from "./kernel/judge/properties.ts";
export type { PostgresOptions, PostgresService } from "./kernel/services/postgres-service.ts";
export type { RedisOptions, RedisService, RedisValue } from "./kernel/services/redis-service.ts";
export type { CommandScript, ServeHandler, World } from "./kernel/subject/subject.ts";
export type { Config, TestConfig, TestTarget } from "./config/index.ts";

/** Reads gauntlet.toml, .yaml or .json as the command line does; each test has a `resolve()`. */
export async function loadConfig(options: { cwd: string; path?: string }): Promise<Config> {
  const config = await import("./config/index.ts");
  return config.loadConfig(options);
}
