import type { Config } from "./subject/config/index.ts";

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
export { ConfigError } from "./kernel/config-error.ts";
export type { Fault, SeamCall } from "./kernel/fault.ts";
export { type Fixture, registerFixture } from "./kernel/fixtures.ts";
export { fault } from "./kernel/faults/catalogue.ts";
export { dataFaults, mlFaults, modelFaults, type PackOptions } from "./kernel/faults/packs.ts";
export { GauntletError } from "./kernel/gauntlet-error.ts";
export {
  type HostWorker,
  WorkerError,
  type WorkerHttpAnswer,
  type WorkerHttpRequest,
  type WorkerOptions,
  type WorkerProtocol,
} from "./kernel/host-worker.ts";
export {
  always,
  buggify,
  buggifyValue,
  eventually,
  reachable,
  sometimes,
  unreachable,
} from "./kernel/properties.ts";
export type { PostgresOptions, PostgresService } from "./kernel/postgres-service.ts";
export type { RedisOptions, RedisService, RedisValue } from "./kernel/redis-service.ts";
export type { CommandScript, ServeHandler, World } from "./kernel/subject.ts";
export type { Config, TestConfig, TestTarget } from "./subject/config/index.ts";

/** Reads gauntlet.toml, .yaml or .json as the command line does; each test has a `resolve()`. */
export async function loadConfig(options: { cwd: string; path?: string }): Promise<Config> {
  const config = await import("./subject/config/index.ts");
  return config.loadConfig(options);
}
