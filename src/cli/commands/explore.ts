import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { ExploreFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { tracePath } from "../../store/trace-path.ts";
import { refuseUncounted, withPlaces } from "../lcov-report.ts";
import { mergeResults } from "../merge-results.ts";
import { killedResult, notExecutedResult } from "../not-executed.ts";
import type { Progress } from "../../report/index.ts";
import { printResult } from "../print.ts";
import { ProgressPainter } from "../progress.ts";
import { recordOf, type RecordTarget } from "../record-flags.ts";
import { refuseWithoutScenario } from "../scenario-flags.ts";
import { type Job, jobsOf, timeMsLimit } from "../settings.ts";
import type { VerbCall } from "../verb-call.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";

/** `explore`: looks for failures, proves them and makes them small. */
export async function runExplore({
  words: [files],
  flags,
  io,
}: VerbCall<"explore">): Promise<number> {
  checkTogether(flags);
  refuseUncounted(flags, uncountedBy(flags));
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const record = recordOf(flags, cwd);
  const jobs = await jobsOf(files, config, { flags, cwd });
  refuseWithoutScenario(flags, jobs);
  const doJob = await howTo({ flags, place, io });
  const results = [];
  for (const [at, job] of jobs.entries()) {
    const painter = new ProgressPainter(io, {
      isOn: flags.quiet !== true,
      isVerbose: config.report.verbose,
    });
    const number = jobs.length === 1 ? undefined : at + 1;
    const own = record && { ...record, file: tracePath(record.file, number) };
    results.push(
      job.notExecuted === undefined
        ? await doJob({ ...job, record: own }, painter).catch((thrown: unknown) =>
            killedResult("explore", job, thrown),
          )
        : notExecutedResult("explore", job),
    );
    painter.clear();
    if (io.signal.aborted || (flags.bail === true && results.at(-1)?.verdict === "broken")) break;
  }
  return printResult(mergeResults(results), io, {
    flags,
    report: config.report,
    cwd,
    root: config.root,
  });
}

// --- inside ---

/** Does one job of a command line. */
type DoJob = (job: RecordedJob, painter: ProgressPainter) => Promise<Result>;

type RecordedJob = Job & { readonly record: RecordTarget | undefined };

interface Setting {
  readonly flags: ExploreFlags;
  readonly place: ProjectContext;
  readonly io: Io;
}

/** Looks for failures, or measures the search itself where that is asked. */
async function howTo(setting: Setting): Promise<DoJob> {
  const { flags, place, io } = setting;
  const { signal } = io;
  if (flags.ablate === true || flags.scaling === true) {
    const { ablateWith, scaleWith } = await import("../measure.ts");
    const measure = flags.ablate === true ? ablateWith : scaleWith;
    return (job, painter) => measure(job, { flags, config: place.config, painter, signal });
  }
  const { explore } = await import("../../engines/explore/index.ts");
  const { report } = place.config;
  return (job, painter) =>
    explore({
      ...job,
      settings: withPlaces(job.settings, flags),
      tracesFolder: report.traces ? report.tracesDir : undefined,
      corpusFolder: flags.corpus === false ? undefined : report.corpusDir,
      resumes: flags.resume,
      bails: flags.bail,
      onProven: (finding) => painter.found(finding),
      onProgress: (progress) => painter.show({ ...progress, ...limitsOf(job) }),
      signal,
    });
}

/** How far the campaign may go, where there is a limit. */
function limitsOf({ runsMax, timeMsMax }: Job): Pick<Progress, "runsMax" | "secondsMax"> {
  return {
    runsMax: runsMax === Number.MAX_SAFE_INTEGER ? undefined : runsMax,
    secondsMax: timeMsMax >= timeMsLimit ? undefined : timeMsMax / 1_000,
  };
}

function uncountedBy({ guidance, ablate, scaling }: ExploreFlags): string | undefined {
  if (ablate === true) return "--ablate";
  if (scaling === true) return "--scaling";
  return guidance === false ? "--no-guidance" : undefined;
}

function checkTogether({ ablate, scaling, seeds, record }: ExploreFlags): void {
  if (ablate === true && scaling === true) {
    throw new GauntletError({
      code: "U009",
      what: "`--ablate` and `--scaling` measure different things",
      where: "--ablate --scaling",
      help: "run one after the other",
    });
  }
  if (record !== undefined && (ablate === true || scaling === true)) {
    const measure = ablate === true ? "--ablate" : "--scaling";
    throw new GauntletError({
      code: "U009",
      what: `\`${measure}\` measures campaigns and keeps no trace`,
      where: `${measure} --record ${record}`,
      help: "leave one of them out",
    });
  }
  if (seeds !== undefined && ablate !== true) {
    throw new GauntletError({
      code: "U009",
      what: "`--seeds` is only of use with `--ablate`",
      where: `--seeds ${seeds}`,
      help: `write \`--ablate --seeds ${seeds}\`, or \`--seed\` for the seed of one campaign`,
    });
  }
}
