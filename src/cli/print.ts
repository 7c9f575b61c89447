import path from "node:path";
import type { ReachedFile } from "../kernel/result/reached-file.ts";
import type { Result } from "../kernel/result/result.ts";
import { unwrittenNotes } from "../kernel/result/unwritten-file.ts";
import {
  documentJson,
  junitText,
  lcovText,
  resultJson,
  resultText,
  type TextOptions,
} from "../report/index.ts";
import { sectionIn } from "../report/section.ts";
import { coverageSection } from "../report/sections/coverage.ts";
import { writeReportFile } from "../store/finding-store.ts";
import { UnwrittenFiles } from "../store/unwritten-files.ts";
import type { ReportConfig } from "../config/index.ts";
import { commandsIn } from "./commands-in.ts";
import type { CommonFlags } from "./flags.ts";
import { beginRun, factsOf, finishRun } from "./finish-run.ts";
import type { Io } from "./io.ts";
import type { WantedReport } from "./wanted-report.ts";

/** Where and how a result is printed. */
export interface PrintOptions {
  readonly flags: CommonFlags;
  readonly report: ReportConfig;
  readonly cwd: string;
  /** The project, which keeps the run. */
  readonly root: string;
}

/** Prints a result, keeps it, writes the reports that were asked for, and gives the exit code. */
export async function printResult(result: Result, io: Io, options: PrintOptions): Promise<number> {
  const { flags, report, root } = options;
  const run = await beginRun(io, root);
  const whole = await withReports(commandsIn(flags.cwd, result), run?.id, options);
  return finishRun(
    {
      documentOf: (id) => resultJson(whole, id, { isWhole: flags.all === true }),
      shown: resultText(whole, { ...lookOf(flags, io), showAll: flags.all === true }),
      isJson: flags.json === true || report.format === "json",
      verdict: result.verdict,
      isInterrupted: result.because === "interrupted",
    },
    io,
    { root, run, plain: plainText(whole), facts: factsOf(result) },
  );
}

/** How text is to look on the screen of the user. */
export function lookOf(
  flags: { readonly color: boolean },
  io: Io,
  where: "out" | "err" = "out",
): TextOptions {
  const columns = where === "out" ? io.outColumns : io.errColumns;
  const color = flags.color && useColor(io, where);
  return { color, isAscii: io.env["TERM"] === "dumb", columns };
}

/** The same for text that has no colours. */
export function plainLook(io: Io): TextOptions {
  return lookOf({ color: false }, io);
}

/** Whether to use colours: on a terminal that did not decline, or where they are demanded. */
export function useColor(io: Io, where: "out" | "err"): boolean {
  const { NO_COLOR: none = "", FORCE_COLOR: forced = "" } = io.env;
  if (none !== "") return false;
  if (forced !== "") return forced !== "0" && forced !== "false";
  return (where === "out" ? io.outColumns : io.errColumns) !== undefined;
}

// --- inside ---

/**
 * Writes the reports that were asked for, and gives the result as it is to be told: with the files
 * that were written, and with what could not be. A report says the same as the screen, so where one
 * is refused, the others are written once more.
 */
async function withReports(
  result: Result,
  run: string | undefined,
  options: PrintOptions,
): Promise<Result> {
  const { cwd, root } = options;
  const isWhole = options.flags.all === true;
  let wanted = wantedFiles(options);
  const refused = new UnwrittenFiles(root);
  for (;;) {
    const artifacts = [...result.artifacts, ...wanted.map(({ file }) => path.relative(cwd, file))];
    const notes = unwrittenNotes([...(result.unwritten ?? []), ...refused.list]);
    const told = { ...result, artifacts, notes: [...notes, ...result.notes] };
    const written: WantedReport[] = [];
    for (const one of wanted) {
      const isWritten = await refused.attempt(() => writeReport(one, told, { run, isWhole }));
      if (isWritten !== undefined) written.push(one);
    }
    if (written.length === wanted.length) return told;
    wanted = written;
  }
}

async function writeReport(
  { format, file }: WantedReport,
  result: Result,
  { run, isWhole }: { readonly run: string | undefined; readonly isWhole: boolean },
): Promise<true> {
  const texts = {
    text: () => plainText(result),
    json: () => documentJson(resultJson(result, run, { isWhole })),
    junit: () => junitText(resultJson(result, run)),
    lcov: () => lcovText(reachedFiles(result)),
  };
  await writeReportFile(file, texts[format]());
  return true;
}

function reachedFiles(result: Result): readonly ReachedFile[] {
  return (sectionIn(result, coverageSection) ?? []).flatMap(({ files = [] }) => files);
}

function plainText(result: Result): string {
  return resultText(result, { color: false, isAscii: false, showAll: true });
}

function wantedFiles({ flags, report, cwd }: PrintOptions): readonly WantedReport[] {
  const asked = (flags.report ?? []).map(({ format, file }) => ({
    format,
    file: path.resolve(cwd, file),
  }));
  if (report.format === "text") return asked;
  return [{ format: "json", file: report.output }, ...asked];
}
