import { availableParallelism } from "node:os";
import { scanSettings } from "../../config/index.ts";
import { callSettings } from "../call-settings.ts";
import { printResult } from "../print.ts";
import { ProgressPainter } from "../progress.ts";
import { wantedFiles } from "../scan-words.ts";
import type { VerbCall } from "../verb-call.ts";
import { verbDefaults } from "../verb-defaults.ts";
import { projectContextOf } from "../verb.ts";

/** `mine`: which laws functions have. */
export async function runMine({ words: [words], flags, io }: VerbCall<"mine">): Promise<number> {
  const { cwd, config } = await projectContextOf(flags, io);
  const { mine } = await import("../../engines/mine/index.ts");
  const painter = new ProgressPainter(io, {
    isOn: flags.quiet !== true,
    isVerbose: config.report.verbose,
  });
  const result = await mine({
    projectRoot: config.root,
    wanted: await wantedFiles(words, [], config),
    policies: scanSettings(config),
    settings: callSettings(config, flags),
    runsMax: flags.runs ?? verbDefaults.call.runs,
    timeMsMax: (flags.time ?? verbDefaults.call.seconds) * 1_000,
    concurrency: flags.workers ?? availableParallelism(),
    signal: io.signal,
    onFunction: (name, left) =>
      painter.say((seconds) => `${seconds.toFixed(0)} s   ${name}   ${left} left`),
  });
  painter.clear();
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}
