import path from "node:path";
import type { Result } from "../../kernel/result/result.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import { regressionFiles } from "../../store/regression-files.ts";
import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";
import { targetOf } from "../settings.ts";
import { absoluteSelector, type CallerLocation } from "./caller-location.ts";
import { fuzzName, fuzzResult } from "./fuzz-check.ts";
import { fuzzEnding } from "../../subject/fuzz/makes-fuzz.ts";
import { ReportedFailure } from "./reported-failure.ts";

/** What a test of a chaos file may set; the configuration answers for the rest. */
export interface ChaosCheckOptions {
  /** How many runs the exploration takes (default 200); for a fuzz test, besides its corpus. */
  readonly runs?: number;
  /**
   * How many seconds it may take at most (default 10). A fuzz test for which no `runs` are given is
   * fuzzed for so long.
   */
  readonly time?: number;
  readonly seed?: Seed;
}

/** One thing that a test runner is to run. */
export interface ChaosCheck {
  readonly name: string;
  /** How long it may take before the test runner should give up. */
  readonly timeoutMs: number;
  run(): Promise<void>;
}

const runsDefault = 200;
const secondsDefault = 10;
/** Starting processes, shrinking and proving come on top of the exploration. */
const overheadMs = 50_000;

/**
 * The checks of one chaos file: each saved regression first, then a bounded exploration. Everything
 * runs in processes of our own, so that a test runner and the command line cannot disagree.
 */
export function chaosChecks(
  file: string | URL,
  options: ChaosCheckOptions,
  from: CallerLocation | undefined,
): readonly ChaosCheck[] {
  const target = targetOf(absoluteSelector(file, from), process.cwd());
  const timeoutMs = (options.time ?? secondsDefault) * 1_000 + overheadMs;
  const chaosFile = path.join(target.projectRoot, target.file);
  const regressions = regressionFiles(chaosFile).map((trace) => ({
    name: `${target.file}: regression ${path.basename(trace)}`,
    timeoutMs,
    run: () => checkRegression(target, trace),
  }));
  return [...regressions, { ...lastCheck(target, options), timeoutMs }];
}

// --- inside ---

function lastCheck(
  target: SubjectTarget,
  options: ChaosCheckOptions,
): Pick<ChaosCheck, "name" | "run"> {
  const { runs, time } = options;
  const { file } = target;
  if (fuzzEnding.test(file)) {
    return {
      name: fuzzName(file, { runs, seconds: time }),
      run: () => checkInputs(target, options),
    };
  }
  return {
    name: `${file}: no failure in ${runs ?? runsDefault} runs`,
    run: () => checkExploration(target, options),
  };
}

async function checkInputs(target: SubjectTarget, options: ChaosCheckOptions): Promise<void> {
  const { loadConfig } = await import("../../config/index.ts");
  const { runs, time: seconds } = options;
  const config = await loadConfig({ cwd: target.projectRoot });
  const settings = await settingsFor(target, options);
  await demand(await fuzzResult({ target, settings }, config, { runs, seconds }), target);
}

async function checkRegression(target: SubjectTarget, file: string): Promise<void> {
  const { replayFile } = await import("../../engines/replay/index.ts");
  const { projectRoot } = target;
  const name = path.relative(projectRoot, file);
  const settings = await settingsFor(target, {});
  await demand(await replayFile(file, { projectRoot, name, settings, isRegression: true }), target);
}

async function checkExploration(target: SubjectTarget, options: ChaosCheckOptions): Promise<void> {
  const { explore } = await import("../../engines/explore/index.ts");
  const settings = await settingsFor(target, options);
  await demand(
    await explore({
      target,
      settings,
      runsMax: options.runs ?? runsDefault,
      timeMsMax: (options.time ?? secondsDefault) * 1_000,
    }),
    target,
  );
}

async function settingsFor(
  target: SubjectTarget,
  options: ChaosCheckOptions,
): Promise<CampaignSettings> {
  const { loadConfig } = await import("../../config/index.ts");
  const { settingsOf } = await import("../settings.ts");
  return settingsOf(await loadConfig({ cwd: target.projectRoot }), { seed: options.seed });
}

async function demand(result: Result, { projectRoot }: SubjectTarget): Promise<void> {
  if (result.verdict === "held") return;
  const { resultText } = await import("../../report/index.ts");
  const { commandsIn } = await import("../commands-in.ts");
  // A workspace is tested from its root, where the command would find nothing.
  const folder = path.relative(process.cwd(), projectRoot);
  const told = commandsIn(folder === "" ? undefined : folder, result);
  throw new ReportedFailure("ChaosFailure", resultText(told, { color: false, isAscii: false }));
}
