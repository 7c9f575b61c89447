import type { Seed } from "../../kernel/decisions/seed.ts";

/** Every flag of the command line that a program may want, by the name of its option. */
export interface FlagValues {
  /** Compare the search with guidance, swarm and strategy changed. */
  readonly ablate?: boolean | undefined;
  /** A scenario called `*.fail.*` must break, and is fine then. */
  readonly allowExpectedFailures?: boolean | undefined;
  /** Use the real files, network and processes of this machine. */
  readonly allowHost?: boolean | undefined;
  /** How many runs to spend. */
  readonly attempts?: number | undefined;
  /** Stop at the first failure that is proven. */
  readonly bail?: boolean | undefined;
  /** Also let go wrong what `[agent.chaos]` says. */
  readonly chaos?: boolean | undefined;
  /** Only the prompts as they are, under chaos. */
  readonly chaosOnly?: boolean | undefined;
  /** With `chaos` or `chaosOnly`: a profile instead of what is configured. */
  readonly chaosProfile?: string | undefined;
  /** `init`: also write a workflow. `verify`: verify all and write nothing. */
  readonly ci?: boolean | undefined;
  /** The name of that workflow. */
  readonly ciName?: string | undefined;
  /** Only files that differ from the last commit, or are new. */
  readonly changed?: boolean | undefined;
  /** Contracts that a function is held to, such as `shell_safe`. */
  readonly contract?: string | readonly string[] | undefined;
  /** `false` starts from nothing and keeps nothing for the next campaign. */
  readonly corpus?: boolean | undefined;
  /** Also with all modules made anew, and with the other way to wait. */
  readonly deep?: boolean | undefined;
  /** With `time`: also call while something goes wrong around the calls. */
  readonly deepen?: boolean | undefined;
  /** Refuse what is real, run each twice, and compare all of it. */
  readonly det?: boolean | undefined;
  /** How many runs of each are compared. */
  readonly doctorRuns?: number | undefined;
  /** Write nothing. */
  readonly dryRun?: boolean | undefined;
  /** Tell every event of the run. */
  readonly dumpEvents?: boolean | undefined;
  /** Seconds for each subject. */
  readonly exploreTime?: number | undefined;
  /** Start no further scenario after the first that breaks. */
  readonly failFast?: boolean | undefined;
  /** Anything not freed breaks a scenario, whatever the budget says. */
  readonly failOnLeak?: boolean | undefined;
  /** Only scenarios with this in their name or path. */
  readonly filter?: string | undefined;
  /** Which runs of the project are fetched. */
  readonly filterStatus?: "error" | "warning" | "all" | undefined;
  /** How many runs may differ, from 0 to 1. */
  readonly flakeBudget?: number | undefined;
  /** Runs that are compared with each other. */
  readonly flakeRun?: string | readonly string[] | undefined;
  /** Replace files that are there. */
  readonly force?: boolean | undefined;
  /** Also call what has not changed since an earlier scan. */
  readonly fresh?: boolean | undefined;
  /** Fetch one run of LangSmith as a session. */
  readonly fromLangsmith?: string | undefined;
  /** Fetch the runs of a project of LangSmith. */
  readonly fromLangsmithProject?: string | undefined;
  /** A run, or the JSON report of one. */
  readonly fromReport?: string | undefined;
  /** Where files come from. */
  readonly fsBackend?: "virtual" | "host" | undefined;
  /** `false` disables coverage guidance. */
  readonly guidance?: boolean | undefined;
  /** Also write a page with every conversation. */
  readonly html?: string | undefined;
  /** Who answers HTTP. */
  readonly httpBackend?: "scripted" | "host" | undefined;
  /** Also what begins with an underscore. */
  readonly includePrivate?: boolean | undefined;
  /** Wait for a debugger, and stop in it at this decision. */
  readonly inspect?: number | undefined;
  /** Also write the skill for coding agents. */
  readonly installSkill?: boolean | undefined;
  /** How many run at once. */
  readonly jobs?: number | undefined;
  /** The public key of whoever must have signed it. */
  readonly key?: string | undefined;
  /** So many bytes of simulated memory may be left. */
  readonly leakBudget?: number | undefined;
  /** A run that ends with timers or handles open is a finding. */
  readonly leaks?: boolean | undefined;
  /** List the paths that the report has. */
  readonly listPaths?: boolean | undefined;
  /** How many percent more time than the baseline is fine. */
  readonly maxP99DeltaPct?: number | undefined;
  /** Simulated allocations after so many fail. */
  readonly memFailAfter?: number | undefined;
  /** Simulated allocations take up to 30 % more. */
  readonly memFragmentationSeed?: number | undefined;
  /** Simulated allocations beyond this fail. */
  readonly memLimitMb?: number | undefined;
  /** Such as `1,2,4`: multiplies simulated allocations in turn. */
  readonly memPressureWave?: string | undefined;
  /** The score that is asked for, from 0 to 1. */
  readonly minScore?: number | undefined;
  /** What may become smaller. */
  readonly minimize?: "input" | "schedule" | "faults" | "all" | undefined;
  /** Where the file goes, or the folder. */
  readonly out?: string | undefined;
  /** Where what is written goes: a folder, or for `agent import` a file. */
  readonly output?: string | undefined;
  /** Nothing to run is a success. */
  readonly passWithNoTests?: boolean | undefined;
  /** Paths of a report, such as `.findings[].id`. */
  readonly path?: string | readonly string[] | undefined;
  /** A trace whose steps take as long as they may. */
  readonly perfBaseline?: string | undefined;
  /** Who runs processes. */
  readonly procBackend?: "scripted" | "host" | undefined;
  /** A profile of chaos instead of what is configured. */
  readonly profile?: string | undefined;
  /** Laws that a function is held to, such as `idempotent`. */
  readonly property?: string | readonly string[] | undefined;
  /** Where the trace goes, also of a run that holds. */
  readonly record?: string | undefined;
  /** What to do where that file exists; `append` takes a new name. */
  readonly recordCollision?: "error" | "overwrite" | "append" | undefined;
  /** Where the code has changed, go on by chance instead of stopping. */
  readonly regression?: boolean | undefined;
  /** Also write reports: `json:report.json`. */
  readonly report?: string | readonly string[] | undefined;
  /** Steps without which nothing is proven. */
  readonly requiredSteps?: string | readonly string[] | undefined;
  /** Go on where the last campaign of the subject stood. */
  readonly resume?: boolean | undefined;
  /** Hold what was fetched at once. */
  readonly run?: boolean | undefined;
  /** Stop after so many runs. */
  readonly runs?: number | undefined;
  /** Also check that the configuration is still the one that was tested. */
  readonly sameConfig?: boolean | undefined;
  /** Keep what is found, or what is replayed, as tests of the project. */
  readonly save?: boolean | undefined;
  /** Measure runs a second with 1 to N processes. */
  readonly scaling?: boolean | undefined;
  /** Only scenarios with this in their name or path. */
  readonly scenarioFilter?: string | undefined;
  /** Only scenarios with one of these in name or path. */
  readonly scope?: string | readonly string[] | undefined;
  /** A word or a whole number to start from; it comes back as it was given. */
  readonly seed?: Seed | undefined;
  /** With `ablate`: campaigns of each variant. */
  readonly seeds?: number | undefined;
  /** Only files that differ from this commit, branch or tag, or are new. */
  readonly since?: string | undefined;
  /** Steps that are left out. */
  readonly skipSteps?: string | readonly string[] | undefined;
  /** Tell the run step by step, with the decisions of each. */
  readonly step?: boolean | undefined;
  /** Which run comes next. */
  readonly strategy?: "random" | "fifo" | "pct" | "dfs" | undefined;
  /** Whether leaving the simulated world breaks a run. */
  readonly strict?: boolean | undefined;
  /** Whether each run leaves out some rules and faults. */
  readonly swarm?: boolean | undefined;
  /** Only these: `name`, `Class.*`. */
  readonly target?: string | readonly string[] | undefined;
  /** Stop after so many seconds. */
  readonly time?: number | undefined;
  /** Such as `30s`: virtual time, and real time of real calls. */
  readonly timeout?: string | undefined;
  /** The decisions as one token, as a finding prints them. */
  readonly token?: string | undefined;
  /** How often each conversation is held. */
  readonly trials?: number | undefined;
  /** Go on when a run leaves the simulated world, and say what it left. */
  readonly unsafe?: boolean | undefined;
  /** Tell it up to a decision (12) or a virtual time (`250ms`). */
  readonly until?: string | number | undefined;
  /** How many processes work at once. */
  readonly workers?: number | undefined;
}

/** The name of an option. */
export type FlagName = keyof FlagValues;

/**
 * How an option is written: with a value; with a value as often as there are some; with all of them
 * in one, between commas; as `--flag` when it is true; as `--no-flag` when it is false; as either.
 */
export type FlagForm = "value" | "values" | "list" | "on" | "off" | "either";

/** How each option is written on a command line, where a verb does not say otherwise. */
export const flagForms: Readonly<Record<FlagName, FlagForm>> = {
  ablate: "on",
  allowExpectedFailures: "on",
  allowHost: "on",
  attempts: "value",
  bail: "on",
  changed: "on",
  chaos: "on",
  chaosOnly: "on",
  chaosProfile: "value",
  ci: "on",
  ciName: "value",
  contract: "values",
  corpus: "off",
  deep: "on",
  deepen: "on",
  det: "on",
  doctorRuns: "value",
  dryRun: "on",
  dumpEvents: "on",
  exploreTime: "value",
  failFast: "on",
  failOnLeak: "on",
  filter: "value",
  filterStatus: "value",
  flakeBudget: "value",
  flakeRun: "values",
  force: "on",
  fresh: "on",
  fromLangsmith: "value",
  fromLangsmithProject: "value",
  fromReport: "value",
  fsBackend: "value",
  guidance: "off",
  html: "value",
  httpBackend: "value",
  includePrivate: "on",
  inspect: "value",
  installSkill: "on",
  jobs: "value",
  key: "value",
  leakBudget: "value",
  leaks: "on",
  listPaths: "on",
  maxP99DeltaPct: "value",
  memFailAfter: "value",
  memFragmentationSeed: "value",
  memLimitMb: "value",
  memPressureWave: "value",
  minScore: "value",
  minimize: "value",
  out: "value",
  output: "value",
  passWithNoTests: "on",
  path: "values",
  perfBaseline: "value",
  procBackend: "value",
  profile: "value",
  property: "values",
  record: "value",
  recordCollision: "value",
  regression: "on",
  report: "values",
  requiredSteps: "list",
  resume: "on",
  run: "on",
  runs: "value",
  sameConfig: "on",
  save: "on",
  scaling: "on",
  scenarioFilter: "value",
  scope: "list",
  seed: "value",
  seeds: "value",
  since: "value",
  skipSteps: "list",
  step: "on",
  strategy: "value",
  strict: "either",
  swarm: "either",
  target: "values",
  time: "value",
  timeout: "value",
  token: "value",
  trials: "value",
  unsafe: "on",
  until: "value",
  workers: "value",
};

/** `allowHost` as `allow-host`. */
export function flagText(name: FlagName): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
