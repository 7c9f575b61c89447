import { chaosTest, simulation } from "../kernel/chaos-test.ts";
import { ConfigError } from "../kernel/config-error.ts";
import { fault } from "../kernel/faults/catalogue.ts";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import {
  always,
  buggify,
  buggifyValue,
  eventually,
  reachable,
  sometimes,
  unreachable,
} from "../kernel/properties.ts";
import { loadConfig } from "../subject/config/index.ts";

/**
 * What a loaded file gets for `import … from "gauntlet"`: this process's own copy, so that a
 * project need not have the package installed where the command line runs it.
 */
export const frontDoor: object = Object.freeze({
  ConfigError,
  GauntletError,
  always,
  buggify,
  buggifyValue,
  chaosTest,
  eventually,
  fault,
  loadConfig,
  reachable,
  simulation,
  sometimes,
  unreachable,
});
