import { existsSync } from "node:fs";
import type { SubjectEvent } from "../kernel/result/campaign-event.ts";
import path from "node:path";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { CampaignSettings, SubjectTarget, TracePermission } from "../campaign/settings.ts";
import type { StrategyName } from "../search/strategy-names.ts";
import type { Config } from "../config/index.ts";
import { isScenarioFile } from "../subject/scenarios/scenario-file.ts";
import { scenarioSettings, whyNoNodes } from "./scenario-settings.ts";
import { isInside, parseSelector } from "../config/files/project-paths.ts";
import { resolveProjectRoot } from "../subject/loader/project-root.ts";
import { fillTable } from "../subject/agents/fill-variables.ts";
import type { ExploreFlags, TraceFlags, WorldFlags } from "./flags.ts";
import type { Seed } from "../kernel/decisions/seed.ts";
import { type RunSettings, toggleProbability } from "../kernel/trace/trace.ts";
import { hostCallMsMax } from "../world/host/host-access.ts";
import { processRunners } from "../runner/process/process-runners.ts";

/** A subject and how it is to be run, with flags over configuration over defaults. */
export interface Job {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  readonly runsMax: number;
  readonly timeMsMax: number;
  /** Why it is only listed, and what it is called; absent where it is run. */
  readonly notExecuted?: { readonly name: string; readonly because: string };
}

/** A day: no campaign on one machine is meant to last longer. */
export const timeMsLimit = 86_400_000;

/** That the search of a job begins, and how far it may go where there is a limit. */
export function subjectEvent(job: Job, number: number, count: number): SubjectEvent {
  const { target, runsMax, timeMsMax } = job;
  return {
    type: "subject",
    name: `${target.file}#${target.exportName}`,
    number,
    count,
    ...(runsMax === Number.MAX_SAFE_INTEGER ? {} : { runsMax }),
    ...(timeMsMax >= timeMsLimit ? {} : { secondsMax: timeMsMax / 1_000 }),
  };
}

/** The flags that say what is run and how; how it is told is up to others. */
type JobFlags = Omit<ExploreFlags, "color">;

/** The jobs that a command line and a configuration describe. */
export async function jobsOf(
  selectors: readonly string[],
  config: Config,
  options: { readonly flags: JobFlags; readonly cwd: string },
): Promise<readonly Job[]> {
  const { flags, cwd } = options;
  if (selectors.length > 0) {
    const asked = selectors.map((selector) => jobOf(targetOf(selector, cwd), config, flags));
    return Promise.all(asked.map((job) => asScenario(job, config, flags)));
  }
  const jobs: Job[] = [];
  for (const test of config.tests) {
    for (const { file, exportName, explorer } of await test.resolve()) {
      const target = { ...targetOf(file, cwd), exportName };
      const job = jobOf(target, { ...config, explorer }, flags);
      jobs.push(await asScenario(job, config, flags));
    }
  }
  if (jobs.length > 0) return jobs;
  const { findChaosSubjects } = await import("../subject/chaos-files.ts");
  const found = await findChaosSubjects(cwd);
  if (found.length > 0) {
    return found.map(({ file, exportName }) =>
      jobOf({ ...targetOf(file, cwd), exportName }, config, flags),
    );
  }
  throw new GauntletError({
    code: "U007",
    what: "there is nothing to run",
    where: config.file === undefined ? "gauntlet.toml" : path.relative(cwd, config.file),
    note: "no file here is called `*.chaos.ts`, and [[tests]] lists none",
    help: "name a file: `gauntlet explore checkout.chaos.ts`; `gauntlet init` writes a first one",
  });
}

/** The file and export of `checkout.chaos.ts#name`, with its project. */
export function targetOf(selector: string, cwd: string): SubjectTarget {
  const { pattern, exportName } = parseSelector(selector);
  const absolute = path.resolve(cwd, pattern);
  const projectRoot = projectRootOf(absolute, cwd);
  const file = path.relative(projectRoot, absolute).split(path.sep).join("/");
  return { projectRoot, file, exportName };
}

/** Settings of a campaign from configuration and flags. */
export function settingsOf(
  config: Config,
  given: {
    readonly seed?: Seed | undefined;
    readonly strategy?: StrategyName | undefined;
    readonly ruleSwarm?: boolean | undefined;
    readonly workers?: number | undefined;
    readonly isGuided?: boolean | undefined;
    readonly world?: WorldFlags & TraceFlags;
  } = {},
): CampaignSettings {
  const { explorer } = config;
  return {
    seed: given.seed ?? explorer.seed,
    strategy: given.strategy ?? explorer.strategy,
    run: {
      stepsPerRun: explorer.stepsPerRun,
      latencyUsMax: Math.round(explorer.latencyMaxMs * 1_000),
      ...swarmSettings(explorer, given.ruleSwarm),
      ...worldSettings(config.world, given.world),
    },
    guidance: given.isGuided === false ? undefined : guidanceOf(explorer),
    swarm: {
      ruleSwarm: given.ruleSwarm ?? explorer.ruleSwarm,
      faultTuples: explorer.faultTuples,
      tupleRuns: explorer.tupleRuns,
      tupleMsMax: explorer.tupleTime === undefined ? undefined : explorer.tupleTime * 1_000,
    },
    workers: given.workers ?? explorer.workers,
    patienceRuns: explorer.patience,
    limits: {
      runTimeoutMs: explorer.runTimeout * 1_000,
      memoryMb: explorer.memoryMb,
    },
    runners: processRunners,
    inline: explorer.inline,
    module: config.loader.module,
    shrinkAttemptsMax: explorer.shrinkBudget,
    permission: permissionOf(config, given.world),
  };
}

// --- inside ---

/** A scenario file says for itself what it needs of the machine, and for how long. */
async function asScenario(job: Job, config: Config, flags: JobFlags): Promise<Job> {
  const { projectRoot, file } = job.target;
  if (!isScenarioFile(file)) return job;
  const { readScenario } = await import("../subject/scenarios/index.ts");
  const read = await readScenario({ file: path.join(projectRoot, file), shown: file });
  if (read.kind !== "steps") {
    return { ...job, notExecuted: { name: read.scenario.name, because: whyNoNodes } };
  }
  return { ...job, settings: scenarioSettings(job.settings, read.scenario, { config, flags }) };
}

/** Without any package.json, the project is where the command was started, as for a config. */
function projectRootOf(file: string, cwd: string): string {
  const root = resolveProjectRoot(file);
  if (existsSync(path.join(root, "package.json"))) return root;
  return isInside(file, cwd) ? path.resolve(cwd) : root;
}

/** What traces may do here: the words of this command and the configuration, nothing else. */
function permissionOf(
  { world, scenarios }: Config,
  { strict, allowHost }: TraceFlags = {},
): TracePermission {
  const { host, hostBytesMax: bytesMax, timeoutMs = hostCallMsMax } = scenarios;
  return {
    isHostAllowed: allowHost ?? world.allowHost,
    mayLeave: !(strict ?? world.strict),
    scenarios: { ...host, bytesMax, timeoutMs },
  };
}

/** Only what differs from the defaults is said, so that traces of plain runs stay plain. */
function swarmSettings(
  { faultToggleProb, ruleSwarm }: Config["explorer"],
  asked: boolean | undefined,
): Pick<RunSettings, "faultToggleProb" | "ruleSwarm"> {
  return {
    ...(faultToggleProb === toggleProbability ? {} : { faultToggleProb }),
    ...((asked ?? ruleSwarm) ? { ruleSwarm: true } : {}),
  };
}

function guidanceOf(explorer: Config["explorer"]): CampaignSettings["guidance"] {
  const { checkpointProb, checkpointStrategy, maxCheckpoints, targetModules, ngram } = explorer;
  return { checkpointProb, checkpointStrategy, maxCheckpoints, targetModules, ngram };
}

function jobOf(target: SubjectTarget, config: Config, flags: JobFlags): Job {
  const { explorer } = config;
  // Runs alone are a budget too: a user who counts runs does not want a clock to cut them short.
  const seconds = flags.time ?? (flags.runs === undefined ? explorer.maxTime : undefined);
  return {
    target,
    settings: settingsOf(config, {
      seed: flags.seed,
      strategy: flags.strategy,
      ruleSwarm: flags.swarm,
      workers: flags.workers,
      isGuided: flags.guidance,
      world: flags,
    }),
    runsMax: flags.runs ?? explorer.maxRuns ?? Number.MAX_SAFE_INTEGER,
    timeMsMax: seconds === undefined ? timeMsLimit : seconds * 1_000,
  };
}

/** Only what differs from the defaults is said, so that traces hold nothing that goes without. */
function worldSettings(
  { strict, leaks, env }: Config["world"],
  flags: WorldFlags = {},
): Pick<CampaignSettings["run"], "isStrict" | "findsLeaks" | "env"> {
  const isStrict = flags.strict ?? strict;
  const findsLeaks = leaks || flags.leaks === true;
  const hasEnv = Object.keys(env).length > 0;
  return {
    ...(isStrict ? {} : { isStrict }),
    ...(findsLeaks ? { findsLeaks } : {}),
    ...(hasEnv ? { env: fillTable(env, process.env, "[world] env") } : {}),
  };
}
