import { GauntletError } from "../kernel/gauntlet-error.ts";

/** A report that a flag asks for. */
export interface WantedReport {
  readonly format: "text" | "json";
  readonly file: string;
}

/** Reads `json:report.json`. It is read before anything runs: a typo must not cost a campaign. */
export function parseReport(wanted: string): WantedReport {
  const at = wanted.indexOf(":");
  const format = at < 0 ? wanted : wanted.slice(0, at);
  const file = at < 0 ? undefined : wanted.slice(at + 1);
  if (format !== "text" && format !== "json") {
    throw new GauntletError({
      code: "U006",
      what: `\`${format}\` is no report format; there are \`text\` and \`json\``,
      where: `--report ${wanted}`,
      help: "write `--report json:report.json` or `--report text:report.txt`",
    });
  }
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

// --- inside ---

const extensions = { text: "txt", json: "json" } as const;
