import path from "node:path";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import type { Result } from "../kernel/result.ts";
import { junitText, resultJson, resultText, type TextOptions } from "../report/index.ts";
import { writeWhole } from "../runner/finding-store.ts";
import type { ReportConfig } from "../subject/config/index.ts";
import { commandsIn } from "./commands-in.ts";
import type { CommonFlags } from "./flags.ts";
import { factsOf, finishRun } from "./finish-run.ts";
import { exitCodes, type Io } from "./io.ts";
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
  const { flags, report, cwd, root } = options;
  const wanted = wantedFiles(options);
  const files = wanted.map(({ file }) => path.relative(cwd, file));
  const artifacts = [...result.artifacts, ...files];
  const whole = commandsIn(flags.cwd, { ...result, artifacts });
  const plain = resultText(whole, { color: false, isAscii: false, showAll: true });
  const { document, run } = await finishRun(
    {
      documentOf: (id) => resultJson(whole, id),
      shown: resultText(whole, { ...lookOf(flags, io), showAll: flags.all === true }),
      plain,
      isJson: flags.json === true || report.format === "json",
      facts: factsOf(result),
    },
    io,
    root,
  );
  for (const { format, file } of wanted) {
    const write = {
      text: () => plain,
      json: () => document,
      junit: () => junitText(resultJson(whole, run)),
    };
    await writeReport(file, write[format]());
  }
  return exitOf(result);
}

/** How text is to look on the screen of the user. */
export function lookOf(flags: { readonly color: boolean }, io: Io): TextOptions {
  return { color: flags.color && useColor(io), isAscii: io.env["TERM"] === "dumb" };
}

/** The same for text that has no colours. */
export function plainLook(io: Io): TextOptions {
  return lookOf({ color: false }, io);
}

/** Whether to use colours: a terminal that did not decline. */
export function useColor(io: Io): boolean {
  if (io.env["NO_COLOR"] !== undefined && io.env["NO_COLOR"] !== "") return false;
  return io.isTty;
}

// --- inside ---

function exitOf(result: Result): number {
  if (result.because === "interrupted") return exitCodes.interrupted;
  return exitCodes[result.verdict];
}

function wantedFiles({ flags, report, cwd }: PrintOptions): readonly WantedReport[] {
  const asked = (flags.report ?? []).map(({ format, file }) => ({
    format,
    file: path.resolve(cwd, file),
  }));
  if (report.format === "text") return asked;
  return [{ format: "json", file: report.output }, ...asked];
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeWhole(file, text);
  } catch (thrown) {
    throw new GauntletError({
      code: "U008",
      what: "the report cannot be written",
      where: file,
      note: thrown instanceof Error ? thrown.message : String(thrown),
      help: "check the path, its permissions and the free space; the findings are saved",
    });
  }
}
