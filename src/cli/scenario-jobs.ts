import path from "node:path";
import type { ScenarioToValidate } from "../engines/validate/index.ts";
import type { ScenarioJob } from "../engines/scenarios/index.ts";
import { ConfigError, throwProblems } from "../kernel/errors/config-error.ts";
import { gauntletCommand } from "../kernel/patterns/shell-command.ts";
import { type ErrorParts, GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { CampaignSettings } from "../campaign/settings.ts";
import {
  findScenarios,
  type FoundScenarios,
  readScenario,
  type Scenario,
} from "../subject/scenarios/index.ts";
import type { BackendFlags, TestFlags } from "./flags.ts";
import { scenarioSettings, whyNoNodes } from "./scenario-settings.ts";
import { settingsOf, targetOf } from "./settings.ts";
import type { ProjectContext } from "./verb.ts";

/** The flags that say how a scenario is run. */
export type RunningFlags = BackendFlags & Pick<TestFlags, "seed" | "strict" | "unsafe">;

/** The scenarios that a command line means; what is missing or invalid is one error with all. */
export async function scenarioJobs(
  paths: readonly string[],
  given: {
    readonly flags: RunningFlags & Pick<TestFlags, "det">;
    readonly place: ProjectContext;
    readonly isOne?: boolean;
  },
): Promise<readonly ScenarioJob[]> {
  const { files, missing } = await foundScenarios(paths, given.place);
  if (missing.length > 0) throw missingPaths(missing);
  if (given.isOne === true && files.length !== 1) throw notOne(paths, files);
  const jobs: ScenarioJob[] = [];
  const problems: ErrorParts[] = [];
  for (const file of files) {
    try {
      jobs.push(await jobOf(file, given));
    } catch (thrown) {
      if (!(thrown instanceof ConfigError)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  throwProblems(problems, "scenario");
  return jobs;
}

/** The scenario files that paths name; without any, those that the configuration names. */
export function foundScenarios(
  paths: readonly string[],
  { cwd, config }: ProjectContext,
): Promise<FoundScenarios> {
  const { root } = config;
  const isAsked = paths.length > 0;
  const selectors = isAsked ? paths : config.scenarios.files.map((file) => path.join(root, file));
  return findScenarios(selectors, { cwd, root });
}

/** Scenario files with the settings that a run of each would have. */
export function toValidate(
  files: readonly string[],
  place: ProjectContext,
  flags: RunningFlags = {},
): readonly ScenarioToValidate[] {
  const { cwd } = place;
  return files.map((file) => ({
    file,
    shown: path.relative(cwd, file),
    target: targetOf(file, cwd),
    settingsFor: (scenario) => settingsFor(scenario, { flags, place }),
  }));
}

/** What a scenario is run with. */
export function settingsFor(
  scenario: Scenario,
  { flags, place }: { readonly flags: RunningFlags; readonly place: ProjectContext },
): CampaignSettings {
  const { config } = place;
  return scenarioSettings(baseSettings(flags, place), scenario, { config, flags });
}

/** Those whose name or path has the text. */
export function filtered(
  jobs: readonly ScenarioJob[],
  text: string | undefined,
): readonly ScenarioJob[] {
  if (text === undefined) return jobs;
  return jobs.filter(({ name, target }) => name.includes(text) || target.file.includes(text));
}

/** A path that was named and is not there: nothing is run then. */
export function missingPaths(missing: readonly string[]): GauntletError {
  const names = missing.map((name) => `\`${name}\``).join(", ");
  return new GauntletError({
    code: "U013",
    what: `there is no ${names}`,
    where: missing[0] ?? "",
    note: "nothing was run",
    help: "check the paths; a pattern may match nothing, a path may not",
  });
}

// --- inside ---

async function jobOf(
  file: string,
  { flags, place }: Parameters<typeof scenarioJobs>[1],
): Promise<ScenarioJob> {
  const { cwd } = place;
  const target = targetOf(file, cwd);
  const read = await readScenario({ file, shown: path.relative(cwd, file) });
  const { name } = read.scenario;
  if (read.kind === "distributed") {
    return { name, target, settings: baseSettings(flags, place), notExecuted: whyNoNodes };
  }
  const settings = settingsFor(read.scenario, { flags, place });
  if (flags.det === true && settings.run.host !== undefined) throw realInDet(target.file, settings);
  return { name, target, settings };
}

/** Nothing is switched or left out: a scenario is run as it is written. */
function baseSettings(
  { seed, strict, unsafe }: RunningFlags,
  { config }: ProjectContext,
): CampaignSettings {
  const world = strict === true ? { ...config.world, strict } : config.world;
  const flags = unsafe === true ? { strict: false } : {};
  const settings = settingsOf({ ...config, world }, { seed, ruleSwarm: false, world: flags });
  return { ...settings, run: { ...settings.run, faultToggleProb: 0 } };
}

function notOne(paths: readonly string[], files: readonly string[]): GauntletError {
  const given = paths.join(" ");
  return new GauntletError({
    code: "U013",
    what: `\`run\` takes one scenario file, and \`${given}\` is ${files.length}`,
    where: given,
    help: `write \`${gauntletCommand("test", { words: paths })}\` for all of them`,
  });
}

function realInDet(file: string, { run }: CampaignSettings): GauntletError {
  const real = Object.keys(run.host ?? {}).join(", ");
  return new GauntletError({
    code: "U014",
    what: `\`--det\` refuses what is real, and \`${file}\` uses the host for ${real}`,
    where: file,
    help: "leave out `--det`, or take `--proc-backend scripted` and the like",
  });
}
