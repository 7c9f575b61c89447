import type { loadConfig as loadProjectConfig } from "../subject/config/index.ts";
import { chaosTest, simulation } from "../kernel/chaos-test.ts";
import { ConfigError } from "../kernel/config-error.ts";
import { fault } from "../kernel/faults/catalogue.ts";
import { dataFaults, mlFaults, modelFaults } from "../kernel/faults/packs.ts";
import { registerFixture } from "../kernel/fixtures.ts";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import { WorkerError } from "../kernel/host-worker.ts";
import {
  always,
  buggify,
  buggifyValue,
  eventually,
  reachable,
  sometimes,
  unreachable,
} from "../kernel/properties.ts";
import { scenarioTest } from "../kernel/scenario-test.ts";

type LoadConfig = typeof loadProjectConfig;

/** Loaded only by the few files that ask for it. */
const loadConfig: LoadConfig = (options) =>
  import("../subject/config/index.ts").then((config) => config.loadConfig(options));

/**
 * What a loaded file gets for `import … from "gauntlet"`: this process's own copy, so that a
 * project need not have the package installed where the command line runs it.
 */
export const frontDoor: object = Object.freeze({
  ConfigError,
  GauntletError,
  WorkerError,
  always,
  buggify,
  buggifyValue,
  chaosTest,
  dataFaults,
  eventually,
  fault,
  loadConfig,
  mlFaults,
  modelFaults,
  reachable,
  registerFixture,
  simulation,
  sometimes,
  unreachable,
});

/** What the module of a scenario file gets for `import … from "gauntlet/scenario-subject"`. */
export const scenarioDoor: object = Object.freeze({ scenarioTest });
