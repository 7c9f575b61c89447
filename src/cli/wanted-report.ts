import { GauntletError } from "../kernel/errors/gauntlet-error.ts";

/** How a report can be written. */
export type ReportFormat = "text" | "json" | "junit";

/** Those, and what runs reached, of verbs that count that. */
export type FileFormat = ReportFormat | "lcov";

/** What a check of the registry of boundaries can write. */
export type RegistryFormat = ReportFormat | "sarif";

/** A report that a flag asks for. */
export interface WantedReport<Format = FileFormat> {
  readonly format: Format;
  readonly file: string;
}

/** Reads `json:report.json`. It is read before anything runs: a typo must not cost a campaign. */
export function parseReport<Format extends keyof typeof extensions>(
  wanted: string,
  formats: readonly Format[],
): WantedReport<Format> {
  const at = wanted.indexOf(":");
  const named = at < 0 ? wanted : wanted.slice(0, at);
  const file = at < 0 ? undefined : wanted.slice(at + 1);
  const format = formatIn(formats, named, `--report ${wanted}`);
  if (file === "") {
    throw new GauntletError({
      code: "U006",
      what: "a report needs a file name after the colon",
      where: `--report ${wanted}`,
      help: `write \`--report ${format}:report.${extensions[format]}\``,
    });
  }
  const own = format === "lcov" ? "lcov.info" : `report.${extensions[format]}`;
  return { format, file: file ?? `.gauntlet/${own}` };
}

/** Reads the name of a format, which stands at a place of the command line. */
export function parseFormat(name: string, where: string): ReportFormat {
  return formatIn(reportFormats, name, where);
}

/** What every verb that runs something can write. */
export const reportFormats: readonly ReportFormat[] = ["text", "json", "junit"];

/** What verbs can write that count what runs reach. */
export const searchFormats: readonly FileFormat[] = [...reportFormats, "lcov"];

/** The same, and what code hosts read. */
export const registryFormats: readonly RegistryFormat[] = [...reportFormats, "sarif"];

// --- inside ---

const extensions = {
  text: "txt",
  json: "json",
  junit: "xml",
  lcov: "info",
  sarif: "sarif",
} as const;

function formatIn<Format extends keyof typeof extensions>(
  formats: readonly Format[],
  name: string,
  where: string,
): Format {
  const found = formats.find((format) => format === name);
  if (found !== undefined) return found;
  const names = formats.map((format) => `\`${format}\``);
  const others = names.slice(0, -1).join(", ");
  const only = name === "lcov" ? "; only `explore` and `fuzz` count what lcov needs" : "";
  throw new GauntletError({
    code: "U006",
    what: `unknown report format \`${name}\`; there are ${others} and ${names.at(-1) ?? ""}${only}`,
    where,
    help: `write \`${where.split(" ")[0] ?? ""} json\``,
  });
}
