import type { Contract } from "../kernel/contract.ts";
import { contractJudges } from "../subject/contracts/index.ts";
import { callTest } from "../kernel/call-test.ts";
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
import { loadConfig } from "../subject/config/index.ts";
import { law, observeLaws } from "../subject/laws/index.ts";

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

/** What a module that a scan has written gets for `import … from "gauntlet/scan-subject"`. */
export const scanDoor: object = Object.freeze({
  callTest,
  contract: (one: Contract) => contractJudges([one]),
  fault,
  law,
  observeLaws,
});

/** What the module of a scenario file gets for `import … from "gauntlet/scenario-subject"`. */
export const scenarioDoor: object = Object.freeze({ scenarioTest });
