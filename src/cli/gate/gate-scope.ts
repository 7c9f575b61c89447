import path from "node:path";
import type { ScenarioJob } from "../../engines/scenarios/index.ts";
import { type RunningFlags, scenarioJobs } from "../scenario-jobs.ts";
import type { ProjectContext } from "../verb.ts";

/** What the stages of a gate share. */
export interface GateScope {
  readonly place: ProjectContext;
  readonly paths: readonly string[];
  /** The seed, the backends and what else says how each run is made. */
  readonly flags: RunningFlags;
  readonly doctorRuns: number;
  /** Words of which each must be in the name or path of some scenario. */
  readonly scope: readonly string[];
  /** Whether a scenario called `*.fail.*` is to break. */
  readonly allowsFailures: boolean;
  readonly signal: AbortSignal;
}

/** The scenarios of a gate, and the words of its scope that none of them has. */
export async function gateJobs({ paths, flags, place, scope }: GateScope): Promise<{
  readonly jobs: readonly ScenarioJob[];
  readonly unmet: readonly string[];
}> {
  const all = await scenarioJobs(paths, { flags, place });
  const isIn = ({ name, target }: ScenarioJob, word: string): boolean =>
    name.includes(word) || target.file.includes(word);
  const unmet = scope.filter((word) => !all.some((job) => isIn(job, word)));
  const jobs =
    scope.length === 0 ? all : all.filter((job) => scope.some((word) => isIn(job, word)));
  return { jobs, unmet };
}

/** Whether nothing of the machine is in its runs, and it can be run at all. */
export function isSimulated({ settings, notExecuted }: ScenarioJob): boolean {
  return settings.run.host === undefined && notExecuted === undefined;
}

/** Whether the name of a file says that its scenario breaks. */
export function isMeantToFail(file: string): boolean {
  return /\.fail\./u.test(path.basename(file));
}
