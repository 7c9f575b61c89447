import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { scanSettings } from "../../config/index.ts";
import { callSettings } from "../call-settings.ts";
import {
  addCommonFlags,
  addLawFlags,
  callDefaults,
  callWorkersText,
  type LawFlags,
  wholeNumber,
} from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { ProgressPainter } from "../progress.ts";
import { wantedFiles } from "../scan-words.ts";
import { projectContextOf } from "../verb.ts";

/** Adds `mine`: which laws functions have. */
export function addMine(program: Command, io: Io, onExit: (code: number) => void): void {
  const command = program
    .command("mine")
    .summary("say which laws functions have: idempotent, sorted, round trip and more")
    .argument("<functions...>", "`file:function`, several to compare them, or a whole file");
  addLawFlags(addCommonFlags(command))
    .option("--workers <count>", callWorkersText, wholeNumber("--workers"))
    .action(async (words: string[], flags: MineFlags) => {
      onExit(await mineWords(words, flags, io));
    });
}

// --- inside ---

interface MineFlags extends LawFlags {
  readonly workers?: number;
}

async function mineWords(words: readonly string[], flags: MineFlags, io: Io): Promise<number> {
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
    runsMax: flags.runs ?? callDefaults.runs,
    timeMsMax: (flags.time ?? callDefaults.seconds) * 1_000,
    concurrency: flags.workers ?? availableParallelism(),
    signal: io.signal,
    onFunction: (name, left) =>
      painter.say((seconds) => `${seconds.toFixed(0)} s   ${name}   ${left} left`),
  });
  painter.clear();
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}
