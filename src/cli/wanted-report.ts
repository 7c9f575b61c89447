import { GauntletError } from "../kernel/errors/gauntlet-error.ts";

/** How a report can be written. */
export type ReportFormat = "text" | "json" | "junit";

/** A report that a flag asks for. */
export interface WantedReport {
  readonly format: ReportFormat;
  readonly file: string;
}

/** Reads `json:report.json`. It is read before anything runs: a typo must not cost a campaign. */
export function parseReport(wanted: string): WantedReport {
  const at = wanted.indexOf(":");
  const named = at < 0 ? wanted : wanted.slice(0, at);
  const file = at < 0 ? undefined : wanted.slice(at + 1);
  const format = parseFormat(named, `--report ${wanted}`);
  if (file === "") {
    throw new GauntletError({
      code: "U006",
      what: "a report needs a file name after the colon",
      where: `--report ${wanted}`,
      help: `write \`--report ${format}:report.${extensions[format]}\``,
    });
  }
  return { format, file: file ?? `.gauntlet/report.${extensions[format]}` };
}

/** Reads the name of a format, which stands at a place of the command line. */
export function parseFormat(name: string, where: string): ReportFormat {
  const found = (["text", "json", "junit"] as const).find((format) => format === name);
  if (found !== undefined) return found;
  throw new GauntletError({
    code: "U006",
    what: `unknown report format \`${name}\`; there are \`text\`, \`json\` and \`junit\``,
    where,
    help: `write \`${where.split(" ")[0] ?? ""} json\``,
  });
}

// --- inside ---

const extensions = { text: "txt", json: "json", junit: "xml" } as const;
