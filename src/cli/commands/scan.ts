import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import { withEvents } from "../events/with-events.ts";
import type { ScanFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { scanOptions } from "../scan-options.ts";
import type { VerbCall } from "../verb-call.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";

/** `scan`: failures of modules with no test code. */
export async function runScan({ words: [words], flags, io }: VerbCall<"scan">): Promise<number> {
  checkTogether(flags);
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const result = await scanAll(words, { flags, io, place });
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
  {
    flags,
    io,
    place,
  }: { readonly flags: ScanFlags; readonly io: Io; readonly place: ProjectContext },
): Promise<Result> {
  const { scan } = await import("../../engines/scan/index.ts");
  const options = await scanOptions(words, { config: place.config, flags, signal: io.signal });
  return withEvents("scan", { flags, io, place }, (tell) =>
    scan({
      ...options,
      tell,
      onTarget: (_scanned, findings) => {
        for (const finding of findings) tell({ type: "finding", finding, isAtEnd: false });
      },
    }),
  );
}
