import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { Config } from "../../config/index.ts";
import type { ScanFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { lookOf, printResult } from "../print.ts";
import { ProgressPainter } from "../progress.ts";
import { planLine, scanProgressLine } from "../scan-lines.ts";
import { scanOptions } from "../scan-options.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `scan`: failures of modules with no test code. */
export async function runScan({ words: [words], flags, io }: VerbCall<"scan">): Promise<number> {
  checkTogether(flags);
  const { cwd, config } = await projectContextOf(flags, io);
  const result = await scanAll(words, { config, flags, io });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

// --- inside ---

function checkTogether({ deepen, time, changed, since }: ScanFlags): void {
  if (changed === true && since !== undefined) {
    throw new GauntletError({
      code: "U009",
      what: "`--changed` and `--since` say two things of one: from which commit files differ",
      where: `--changed --since ${since}`,
      help: `write \`--changed\` for the last commit, or \`--since ${since}\``,
    });
  }
  if (deepen !== true || time !== undefined) return;
  throw new GauntletError({
    code: "U009",
    what: "`--deepen` needs `--time`: there is always another fault to try",
    where: "--deepen",
    help: "write `--deepen --time 60`",
  });
}

async function scanAll(
  words: readonly string[],
  { config, flags, io }: { readonly config: Config; readonly flags: ScanFlags; readonly io: Io },
): Promise<Result> {
  const { scan } = await import("../../engines/scan/index.ts");
  const { targetLine } = await import("../../report/index.ts");
  const painter = new ProgressPainter(io, {
    isOn: flags.quiet !== true,
    isVerbose: config.report.verbose,
  });
  const look = lookOf(flags, io, "err");
  const told = new Set<string>();
  const tell = (finding: Finding): void => {
    if (flags.quiet === true || told.has(finding.id)) return;
    told.add(finding.id);
    painter.clear();
    io.err(`${targetLine(finding, look)}\n`);
  };
  const result = await scan({
    ...(await scanOptions(words, { config, flags, signal: io.signal })),
    onPlan: (plan) => {
      if (flags.quiet === true) return;
      painter.clear();
      io.err(`${planLine(plan)}\n`);
    },
    onFinding: tell,
    onTarget: (_scanned, findings) => findings.forEach(tell),
    onProgress: (progress) => painter.say((seconds) => scanProgressLine(progress, seconds)),
  });
  painter.clear();
  return result;
}
