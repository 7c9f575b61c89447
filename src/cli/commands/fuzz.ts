import path from "node:path";
import type { CampaignEvent } from "../../kernel/result/campaign-event.ts";
import type { Result } from "../../kernel/result/result.ts";
import { withEvents } from "../events/with-events.ts";
import type { Io } from "../io.ts";
import { refuseUncounted, withPlaces } from "../lcov-report.ts";
import { mergeResults } from "../merge-results.ts";
import { killedResult } from "../not-executed.ts";
import { printResult } from "../print.ts";
import { type Job, jobsOf, subjectEvent } from "../settings.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";

/** `fuzz`: calls functions with inputs that nobody controls. */
export async function runFuzz({ words: [words], flags, io }: VerbCall<"fuzz">): Promise<number> {
  refuseUncounted(flags, flags.mode === "property" ? "--mode property" : undefined);
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const { fuzzTargets } = await import("../../engines/fuzz/index.ts");
  const targets = await fuzzTargets(words, cwd);
  const selectors = targets.map(({ file, exportName }) => `${file}#${exportName}`);
  const { seeds: _, ...others } = flags;
  const jobs = await jobsOf(selectors, config, { flags: { workers: 1, ...others }, cwd });
  const result = await withEvents("fuzz", { flags, io, place }, async (tell) => {
    const results: Result[] = [];
    for (const [at, job] of jobs.entries()) {
      tell(subjectEvent(job, at + 1, jobs.length));
      results.push(await fuzzJob(job, { flags, place, io, tell }));
      if (io.signal.aborted || (flags.bail === true && results.at(-1)?.verdict === "broken")) break;
    }
    return mergeResults(results);
  });
  const { report, root } = config;
  return printResult(result, io, { flags, report, cwd, root });
}

// --- inside ---

interface Setting {
  readonly flags: FlagsOf<"fuzz">;
  readonly place: ProjectContext;
  readonly io: Io;
  readonly tell: (event: CampaignEvent) => void;
}

async function fuzzJob(job: Job, { flags, place, io, tell }: Setting): Promise<Result> {
  const { fuzzSettings } = await import("../../engines/fuzz/index.ts");
  const { explore } = await import("../../engines/explore/index.ts");
  const { cwd, config } = place;
  const { settings, notes } = await fuzzSettings(withPlaces(job.settings, flags), {
    lengthMax: flags.lengthMax,
    dictionary: flags.dict === undefined ? undefined : path.resolve(cwd, flags.dict),
    seeds: flags.seeds?.map((folder) => path.resolve(cwd, folder)),
    mayThrow: flags.crashOnly,
    isBlind: flags.mode === "property",
  });
  const corpusFolder = flags.corpus === false ? undefined : config.report.corpusDir;
  const found = await explore({
    ...job,
    settings,
    tracesFolder: config.report.traces ? config.report.tracesDir : undefined,
    corpusFolder,
    bails: flags.bail,
    tell,
    signal: io.signal,
  }).catch((thrown: unknown) => killedResult("fuzz", job, thrown));
  const tidied = flags.minimize === true && corpusFolder !== undefined && found.summary.runs > 0;
  const fewer = tidied ? await fewerInputs({ ...job, settings }, corpusFolder, io) : [];
  return asFuzzed(found, [...notes, ...fewer]);
}

async function fewerInputs(job: Job, folder: string, io: Io): Promise<readonly string[]> {
  const { minimize } = await import("../../engines/corpus/index.ts");
  const { before, after, unknown } = await minimize(job, folder, io.signal);
  const unjudged = unknown.length === 0 ? "" : `, ${unknown.length} of them could not be judged`;
  return [`${after} of ${before} inputs in the corpus reach the same${unjudged}`];
}

/** The result under its own verb, with how fast inputs were tried. */
function asFuzzed(found: Result, notes: readonly string[]): Result {
  const { runs, seconds } = found.summary;
  const { shrinkSeconds = 0 } = found.summary;
  const searched = Math.max(0.001, seconds - Number(shrinkSeconds));
  return {
    ...found,
    command: "fuzz",
    summary: { ...found.summary, runsASecond: Math.round(runs / searched) },
    notes: [...found.notes, ...notes],
  };
}
