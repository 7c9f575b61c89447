import type { Command } from "commander";
import { mergeResults } from "../merge-results.ts";
import { addExploreFlags, type ExploreFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { ProgressPainter } from "../progress.ts";
import { jobsOf } from "../settings.ts";
import { placeOf } from "../verb.ts";

/** Adds `explore`: looks for failures, proves them and makes them small. */
export function addExplore(program: Command, io: Io, onExit: (code: number) => void): void {
  const command = program
    .command("explore")
    .summary("look for failures and make them small")
    .argument("[files...]", "chaos files, each with an optional `#export`");
  addExploreFlags(command).action(async (files: string[], flags: ExploreFlags) => {
    onExit(await exploreFiles(files, flags, io));
  });
}

// --- inside ---

async function exploreFiles(files: string[], flags: ExploreFlags, io: Io): Promise<number> {
  const { explore } = await import("../../engines/explore/index.ts");
  const { cwd, config } = await placeOf(flags, io);
  const jobs = await jobsOf(files, config, { flags, cwd });
  const results = [];
  for (const job of jobs) {
    const painter = new ProgressPainter(io, {
      isOn: flags.quiet !== true,
      isVerbose: config.report.verbose,
    });
    results.push(
      await explore({
        ...job,
        tracesFolder: config.report.traces ? config.report.tracesDir : undefined,
        corpusFolder: flags.corpus === false ? undefined : config.report.corpusDir,
        resumes: flags.resume,
        onProgress: (progress) => painter.show(progress),
        signal: io.signal,
      }),
    );
    painter.clear();
    if (io.signal.aborted) break;
  }
  return printResult(mergeResults(results), io, { flags, report: config.report, cwd });
}
