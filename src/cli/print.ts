import path from "node:path";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import type { Result } from "../kernel/result.ts";
import { resultJson, resultText } from "../report/index.ts";
import { writeWhole } from "../runner/finding-store.ts";
import type { ReportConfig } from "../subject/config/index.ts";
import type { CommonFlags } from "./flags.ts";
import { exitCodes, type Io } from "./io.ts";

/** Prints a result, writes the reports that were asked for, and gives the exit code. */
export async function printResult(
  result: Result,
  io: Io,
  options: { readonly flags: CommonFlags; readonly report: ReportConfig; readonly cwd: string },
): Promise<number> {
  const { flags, report, cwd } = options;
  const document = `${JSON.stringify(resultJson(result), undefined, 2)}\n`;
  const isJson = flags.json === true || report.format === "json";
  const color = flags.color && useColor(io);
  const isAscii = io.env["TERM"] === "dumb";
  const text = resultText(result, { color, isAscii, showAll: flags.all === true });
  if (report.format !== "text") await writeWhole(report.output, document);
  for (const wanted of flags.report ?? []) {
    const { format, file } = parseReport(wanted);
    const plain = resultText(result, { color: false, isAscii: false, showAll: true });
    await writeWhole(path.resolve(cwd, file), format === "json" ? document : plain);
  }
  io.out(isJson ? document : text);
  return exitOf(result);
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

const formats = ["text", "json"];

function parseReport(wanted: string): { format: string; file: string } {
  const at = wanted.indexOf(":");
  const format = at < 0 ? wanted : wanted.slice(0, at);
  if (!formats.includes(format)) {
    throw new GauntletError({
      code: "U006",
      what: `\`${format}\` is no report format`,
      where: `--report ${wanted}`,
      help: "write `--report json:report.json` or `--report text:report.txt`",
    });
  }
  const standard = `.gauntlet/report.${format === "json" ? "json" : "txt"}`;
  const file = at < 0 ? standard : wanted.slice(at + 1);
  return { format, file };
}
