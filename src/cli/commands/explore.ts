import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { CampaignEvent } from "../../kernel/result/campaign-event.ts";
import type { Result } from "../../kernel/result/result.ts";
import { withEvents } from "../events/with-events.ts";
import type { ExploreFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { tracePath } from "../../store/trace-path.ts";
import { refuseUncounted, withPlaces } from "../lcov-report.ts";
import { mergeResults } from "../merge-results.ts";
import { killedResult, notExecutedResult } from "../not-executed.ts";
import { printResult } from "../print.ts";
import { recordOf, type RecordTarget } from "../record-flags.ts";
import { refuseWithoutScenario } from "../scenario-flags.ts";
import { type Job, jobsOf, subjectEvent } from "../settings.ts";
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
  const result = await withEvents("explore", { flags, io, place }, async (tell) => {
    const results = [];
    for (const [at, job] of jobs.entries()) {
      tell(subjectEvent(job, at + 1, jobs.length));
      const number = jobs.length === 1 ? undefined : at + 1;
      const own = record && { ...record, file: tracePath(record.file, number) };
      results.push(
        job.notExecuted === undefined
          ? await doJob({ ...job, record: own }, tell).catch((thrown: unknown) =>
              killedResult("explore", job, thrown),
            )
          : notExecutedResult("explore", job),
      );
      if (io.signal.aborted || (flags.bail === true && results.at(-1)?.verdict === "broken")) break;
    }
    return mergeResults(results);
  });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

// --- inside ---

/** Does one job of a command line. */
type DoJob = (job: RecordedJob, tell: (event: CampaignEvent) => void) => Promise<Result>;

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
    return (job, tell) => measure(job, { flags, config: place.config, tell, signal });
  }
  const { explore } = await import("../../engines/explore/index.ts");
  const { report } = place.config;
  return (job, tell) =>
    explore({
      ...job,
      settings: withPlaces(job.settings, flags),
      tracesFolder: report.traces ? report.tracesDir : undefined,
      corpusFolder: flags.corpus === false ? undefined : report.corpusDir,
      resumes: flags.resume,
      bails: flags.bail,
      tell,
      signal,
    });
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
