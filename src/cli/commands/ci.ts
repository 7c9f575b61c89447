import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { ResultCase } from "../../kernel/result/result.ts";
import type { TraceFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { settingsOf } from "../settings.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { type ProjectContext, projectContextOf, selectedRunOf } from "../verb.ts";

type CiFlags = FlagsOf<"ci">;

/** `ci`: checks that a recorded run is intact and still reproduces. */
export async function runCi({ words: [word], flags, io }: VerbCall<"ci">): Promise<number> {
  checkTogether(flags);
  const { ci } = await import("../../engines/ci/index.ts");
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const { file, name } = await selected(word, place);
  const { perfBaseline, maxP99DeltaPct: percentMax = 0 } = flags;
  const baseline = perfBaseline === undefined ? undefined : await baselineOf(perfBaseline, place);
  const result = await ci({
    projectRoot: config.root,
    name,
    source: file,
    settings: settingsOf(config, { world: permitted(flags) }),
    isUnsafe: flags.unsafe === true,
    speed: baseline === undefined ? undefined : { baseline, percentMax },
    further: await flakeCheck(flags, io),
  });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

// --- inside ---

/** What may be left uncontrolled may also happen. */
function permitted({ unsafe, allowHost }: CiFlags): TraceFlags {
  return {
    ...(unsafe === true ? { strict: false } : {}),
    ...(allowHost === undefined ? {} : { allowHost }),
  };
}

async function selected(
  word: string,
  { cwd, config }: ProjectContext,
): Promise<{ readonly file: string; readonly name: string }> {
  const { selectTrace } = await import("../../store/runs/index.ts");
  return selectTrace(word, { projectRoot: config.root, cwd });
}

async function baselineOf(word: string, place: ProjectContext): Promise<Trace> {
  const { readTrace } = await import("../../store/trace-file.ts");
  return readTrace((await selected(word, place)).file);
}

async function flakeCheck(flags: CiFlags, io: Io): Promise<readonly ResultCase[]> {
  const { flakeRun: words = [], flakeBudget = 0 } = flags;
  if (words.length === 0) return [];
  const { flakiness } = await import("../../engines/runs/index.ts");
  const runs = [];
  for (const word of words) runs.push((await selectedRunOf(word, flags, io)).run);
  const { rate, isWithinBudget } = flakiness(runs, flakeBudget);
  return [
    {
      name: "runs come out the same",
      verdict: isWithinBudget ? "held" : "broken",
      because: isWithinBudget ? "" : `${rate} of them differ, at most ${flakeBudget} may`,
      seconds: 0,
      findings: [],
    },
  ];
}

function checkTogether({ flakeRun, flakeBudget, perfBaseline, maxP99DeltaPct }: CiFlags): void {
  if (flakeBudget !== undefined && flakeRun === undefined) {
    throw alone(`--flake-budget ${flakeBudget}`, "--flake-run");
  }
  if (maxP99DeltaPct !== undefined && perfBaseline === undefined) {
    throw alone(`--max-p99-delta-pct ${maxP99DeltaPct}`, "--perf-baseline");
  }
}

function alone(flag: string, needed: string): GauntletError {
  return new GauntletError({
    code: "U009",
    what: `\`${flag.split(" ")[0] ?? ""}\` is only of use with \`${needed}\``,
    where: flag,
    help: `add \`${needed}\`, or leave it out`,
  });
}
