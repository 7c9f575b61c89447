import { ConfigError } from "../../kernel/errors/config-error.ts";
import { type ErrorParts, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { type CampaignSettings, loadCommand, type SubjectTarget } from "../../campaign/settings.ts";
import { LoadKilled } from "../../runner/worker-ended.ts";
import type { RunnerSource, Runners } from "../../runner/subject-runner.ts";
import {
  countSteps,
  type ReadScenario,
  readScenario,
  type Scenario,
} from "../../subject/scenarios/index.ts";

/** A file to look at, and how it would be run. */
export interface ScenarioToValidate {
  /** The absolute path. */
  readonly file: string;
  /** The path in messages. */
  readonly shown: string;
  readonly target: SubjectTarget;
  readonly settingsFor: (scenario: Scenario) => CampaignSettings;
}

/** What was found out about one file. */
export interface ValidatedFile {
  readonly file: string;
  readonly ok: boolean;
  /** Absent where the file cannot be read as a scenario. */
  readonly variant?: ReadScenario["kind"];
  readonly name?: string;
  /** How many steps it has, those inside of blocks included. */
  readonly steps?: number;
  readonly errors: readonly ErrorParts[];
}

/** Reads each file and loads what it names, as a run would; nothing is run. */
export async function validateScenarios(
  files: readonly ScenarioToValidate[],
  { runners, signal }: { readonly runners: Runners; readonly signal?: AbortSignal },
): Promise<readonly ValidatedFile[]> {
  const pool = runners.pool(1);
  const validated: ValidatedFile[] = [];
  try {
    for (const file of files) {
      if (signal?.aborted === true) break;
      validated.push(await validateOne(file, pool));
    }
  } finally {
    await pool.close();
  }
  return validated;
}

// --- inside ---

async function validateOne(wanted: ScenarioToValidate, pool: RunnerSource): Promise<ValidatedFile> {
  const { file, shown } = wanted;
  const read = await orErrors(() => readScenario({ file, shown }));
  if ("errors" in read) return { file: shown, ok: false, errors: read.errors };
  const { kind, scenario } = read.value;
  const facts = {
    file: shown,
    variant: kind,
    name: scenario.name,
    steps: "steps" in scenario ? countSteps(scenario) : scenario.distributed.steps.length,
  };
  if (read.value.kind !== "steps") return { ...facts, ok: true, errors: [] };
  const loaded = await orErrors(() => load(wanted, read.value.scenario as Scenario, pool));
  const errors = "errors" in loaded ? loaded.errors : [];
  return { ...facts, ok: errors.length === 0, errors };
}

async function load(
  { target, settingsFor }: ScenarioToValidate,
  scenario: Scenario,
  pool: RunnerSource,
): Promise<void> {
  const settings = settingsFor(scenario);
  const worker = await pool.load(loadCommand(target, settings), settings.limits);
  await worker.release();
}

/** What the user can mend is an answer here; everything else is thrown on. */
async function orErrors<Value>(
  act: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly errors: readonly ErrorParts[] }> {
  try {
    return { value: await act() };
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { errors: thrown.problems };
    if (!(thrown instanceof GauntletError) || thrown instanceof LoadKilled) throw thrown;
    const { code, what, where, pointer, frame, note, help } = thrown;
    return { errors: [{ code, what, where, pointer, frame, note, help }] };
  }
}
