import type { loadConfig as loadProjectConfig } from "../../config/index.ts";
import { chaosTest, simulation } from "../../kernel/subject/chaos-test.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { fault } from "../../kernel/faults/catalogue.ts";
import { dataFaults, mlFaults, modelFaults } from "../../kernel/faults/packs.ts";
import { fuzz } from "../../kernel/subject/fuzz-test.ts";
import { registerFixture } from "../../kernel/subject/fixtures.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { WorkerError } from "../../kernel/services/host-worker.ts";
import {
  always,
  buggify,
  buggifyValue,
  eventually,
  reachable,
  sometimes,
  unreachable,
} from "../../kernel/judge/properties.ts";

type LoadConfig = typeof loadProjectConfig;

/** Loaded only by the few files that ask for it. */
const loadConfig: LoadConfig = (options) =>
  import("../../config/index.ts").then((config) => config.loadConfig(options));

/**
 * What a loaded file gets for `import … from "gauntlet"`: this process's own copy, so that a
 * project need not have the package installed where the command line runs it.
 */
export const gauntletModule: object = Object.freeze({
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
  fuzz,
  loadConfig,
  mlFaults,
  modelFaults,
  reachable,
  registerFixture,
  simulation,
  sometimes,
  unreachable,
});
