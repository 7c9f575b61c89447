import { availableParallelism } from "node:os";
import { realpathSync } from "node:fs";
import path from "node:path";
import type { ScenarioJob } from "../../engines/scenarios/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result, ResultCase } from "../../kernel/result/result.ts";
import { sectionIn } from "../../report/section.ts";
import { casesSection } from "../../report/sections/cases.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { amountText } from "../../report/index.ts";
import { storeFolder } from "../../store/finding-store.ts";
import { settingsOf } from "../settings.ts";
import { foundScenarios, missingPaths, toValidate } from "../scenario-jobs.ts";
import { gateJobs, type GateScope, isMeantToFail, isSimulated } from "./gate-scope.ts";
import type { Stage, StageEnd } from "./stages.ts";
import { together } from "./together.ts";
import { processRunners } from "../../runner/process/process-runners.ts";

/** Every step that a gate takes with scenarios, from finding them to proving their traces. */
export function scenarioStages(gate: GateScope): readonly Stage[] {
  const state: GateState = { recorded: [], traces: [] };
  const stage = (
    name: string,
    run: (gate: GateScope, state: GateState) => Promise<StageEnd>,
  ): Stage => ({ name, isNeeded: true, run: () => run(gate, state) });
  return [
    stage("validate", validate),
    stage("doctor", doctor),
    stage("test", test),
    stage("verify", verify),
    stage("replay", replay),
    stage("ci", ci),
  ];
}

// --- inside ---

/** What one stage leaves to those after it. */
interface GateState {
  /** The files that `test` has recorded, and what is in them once they were found whole. */
  recorded: readonly string[];
  traces: readonly { readonly file: string; readonly trace: Trace }[];
}

async function validate(gate: GateScope): Promise<StageEnd> {
  const { place, paths, flags, signal } = gate;
  const { files, missing } = await foundScenarios(paths, place);
  if (missing.length > 0) throw missingPaths(missing);
  if (files.length === 0) return { verdict: "unknown", because: "there is no scenario file" };
  const { validateScenarios } = await import("../../engines/validate/index.ts");
  const validated = await validateScenarios(toValidate(files, place, flags), {
    runners: processRunners,
    signal,
  });
  const invalid = validated.filter(({ ok }) => !ok);
  if (invalid.length > 0) return broken(`${namesOf(invalid)}: \`gauntlet validate\` says why`);
  const { jobs, unmet } = await gateJobs(gate);
  if (unmet.length > 0) return broken(`no scenario is in the scope of ${unmet.join(", ")}`);
  return held(amountText(jobs.length, "scenario"));
}

/** Whether runs repeat; what is real or not executed is left to the stages that can judge it. */
async function doctor(gate: GateScope): Promise<StageEnd> {
  const { jobs } = await gateJobs(gate);
  const { doctor: examine } = await import("../../engines/doctor/index.ts");
  const simulated = jobs.filter(isSimulated);
  if (simulated.length === 0) return notExecuted("every scenario uses the real machine");
  const results: Result[] = [];
  for (const { target, settings } of simulated) {
    if (gate.signal.aborted) break;
    results.push(await examine({ target, settings, runs: gate.doctorRuns, isDeep: true }));
  }
  return together(results, `${simulated.length} of ${amountText(jobs.length, "scenario")}`);
}

/** Runs all, records all, and the simulated ones twice. */
async function test(gate: GateScope, state: GateState): Promise<StageEnd> {
  const { runScenarios } = await import("../../engines/scenarios/index.ts");
  const { config } = gate.place;
  const { jobs } = await gateJobs(gate);
  const folder = path.join(config.root, storeFolder, "gate");
  const run = (scenarios: readonly ScenarioJob[], name: string, isRepeated: boolean) =>
    runScenarios({
      command: "test",
      scenarios,
      runners: processRunners,
      seed: settingsOf(config, { seed: gate.flags.seed }).seed,
      jobs: availableParallelism(),
      isFailFast: false,
      isRepeated,
      filteredOut: 0,
      passesWithNone: true,
      record: { file: path.join(folder, `${name}.jsonl.gz`), collision: "overwrite" },
      signal: gate.signal,
    });
  const simulated = await run(jobs.filter(isSimulated), "simulated", true);
  const rest = jobs.filter((job) => !isSimulated(job));
  const real = await run(rest, "real", false);
  const results = [simulated, real];
  const cases = results.flatMap((result) => sectionIn(result, casesSection) ?? []);
  const traced = cases.flatMap(({ trace }) => (trace === undefined ? [] : [trace]));
  state.recorded = traced.map((name) => path.join(config.root, name));
  if (!gate.allowsFailures) return together(results, amountText(cases.length, "scenario"));
  return asNamed(cases, together(results, ""));
}

/** Whether each scenario came out as its name says; what is not known says neither. */
function asNamed(cases: readonly ResultCase[], all: StageEnd): StageEnd {
  const wrong = cases.filter(
    ({ file = "", verdict }) => verdict === (isMeantToFail(file) ? "held" : "broken"),
  );
  if (wrong.length > 0) return { ...all, ...broken(`${namesOf(wrong)} came out otherwise`) };
  const open = cases.filter(({ verdict }) => verdict === "unknown" || verdict === "not executed");
  const [first] = open;
  if (first !== undefined) {
    return { ...all, verdict: "unknown", because: `${namesOf(open)}: ${first.because}` };
  }
  // That they break is what is wanted, so nobody is to be told of it.
  const because = `${amountText(cases.length, "scenario")}, as their names say`;
  return { ...all, ...held(because), findings: [] };
}

async function verify(_gate: GateScope, state: GateState): Promise<StageEnd> {
  if (state.recorded.length === 0) return notExecuted("nothing was recorded");
  const { readTrace } = await import("../../store/trace-file.ts");
  const traces: { readonly file: string; readonly trace: Trace }[] = [];
  for (const file of state.recorded) {
    try {
      traces.push({ file, trace: await readTrace(file) });
    } catch (thrown) {
      if (!(thrown instanceof GauntletError)) throw thrown;
      return broken(`${thrown.where ?? file}: ${thrown.what}`);
    }
  }
  state.traces = traces;
  const misnamed = traces.filter(({ file, trace }) => trace.header.path !== realpathSync(file));
  if (misnamed.length === 0) return held(amountText(traces.length, "trace"));
  return broken(`${namesOf(misnamed)} names another file as itself`);
}

async function replay(gate: GateScope, { traces }: GateState): Promise<StageEnd> {
  if (traces.length === 0) return notExecuted("nothing was recorded");
  const { replay: runAgain } = await import("../../engines/replay/index.ts");
  const { config } = gate.place;
  const other: string[] = [];
  for (const { file, trace } of traces) {
    const name = path.relative(config.root, file);
    const settings = settingsOf(config, { world: permitted(gate) });
    const result = await runAgain({ projectRoot: config.root, name, trace, settings });
    if (result.verdict !== trace.verdict.kind) other.push(`${name} is ${result.verdict}`);
  }
  return other.length === 0 ? held(amountText(traces.length, "trace")) : broken(other.join(", "));
}

async function ci(gate: GateScope, { traces }: GateState): Promise<StageEnd> {
  if (traces.length === 0) return notExecuted("nothing was recorded");
  const { ci: check } = await import("../../engines/ci/index.ts");
  const { config } = gate.place;
  const results: Result[] = [];
  const isUnsafe = gate.flags.unsafe === true;
  for (const { file: source } of traces) {
    const name = path.relative(config.root, source);
    const how = { settings: settingsOf(config, { world: permitted(gate) }), isUnsafe, further: [] };
    results.push(await check({ projectRoot: config.root, name, source, ...how }));
  }
  return together(results, amountText(results.length, "trace"));
}

/** The traces were recorded a moment ago, with what these flags allow. */
function permitted({ flags }: GateScope): { readonly strict?: boolean } {
  return flags.unsafe === true ? { strict: false } : {};
}

function held(because: string): StageEnd {
  return { verdict: "held", because };
}

function broken(because: string): StageEnd {
  return { verdict: "broken", because };
}

function notExecuted(because: string): StageEnd {
  return { verdict: "not executed", because };
}

function namesOf(files: readonly { readonly file?: string | undefined }[]): string {
  return files.map(({ file = "" }) => path.basename(file)).join(", ");
}
