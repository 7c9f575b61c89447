import path from "node:path";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import type { Result } from "../kernel/result.ts";
import { resultJson, resultText } from "../report/index.ts";
import { writeWhole } from "../runner/finding-store.ts";
import type { ReportConfig } from "../subject/config/index.ts";
import type { CommonFlags } from "./flags.ts";
import { exitCodes, type Io } from "./io.ts";
import type { WantedReport } from "./wanted-report.ts";

/** Prints a result, writes the reports that were asked for, and gives the exit code. */
export async function printResult(
  result: Result,
  io: Io,
  options: { readonly flags: CommonFlags; readonly report: ReportConfig; readonly cwd: string },
): Promise<number> {
  const { flags, report, cwd } = options;
  const wanted = wantedFiles(options);
  const files = wanted.map(({ file }) => path.relative(cwd, file));
  const artifacts = [...result.artifacts, ...files];
  const whole = commandsIn(flags.cwd, { ...result, artifacts });
  const document = `${JSON.stringify(resultJson(whole), undefined, 2)}\n`;
  const isJson = flags.json === true || report.format === "json";
  const color = flags.color && useColor(io);
  const isAscii = io.env["TERM"] === "dumb";
  const text = resultText(whole, { color, isAscii, showAll: flags.all === true });
  // Printed first: a report that cannot be written must not take the result with it.
  io.out(isJson ? document : text);
  for (const { format, file } of wanted) {
    const plain = resultText(whole, { color: false, isAscii: false, showAll: true });
    await writeReport(file, format === "json" ? document : plain);
  }
  return exitOf(result);
}

/** Whether to use colours: a terminal that did not decline. */
export function useColor(io: Io): boolean {
  if (io.env["NO_COLOR"] !== undefined && io.env["NO_COLOR"] !== "") return false;
  return io.isTty;
}

// --- inside ---

/** Commands are to be pasted where the user is, so they name the folder that was named. */
function commandsIn(folder: string | undefined, result: Result): Result {
  if (folder === undefined) return result;
  const inFolder = (command: string): string => `${command} --cwd ${folder}`;
  return {
    ...result,
    next: result.next.map(inFolder),
    findings: result.findings.map((finding) => ({
      ...finding,
      replay: finding.replay === undefined ? undefined : inFolder(finding.replay),
    })),
  };
}

function exitOf(result: Result): number {
  if (result.because === "interrupted") return exitCodes.interrupted;
  return exitCodes[result.verdict];
}

function wantedFiles(options: {
  readonly flags: CommonFlags;
  readonly report: ReportConfig;
  readonly cwd: string;
}): readonly WantedReport[] {
  const { flags, report, cwd } = options;
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
