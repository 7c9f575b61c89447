import type { ErrorParts } from "../kernel/errors/gauntlet-error.ts";
import { errorScreen } from "./error-screen.ts";
import { amountText } from "./number-text.ts";
import { makePage, type Page, type TextOptions } from "./page.ts";

/** One scenario file, for a reader. */
export interface ValidatedRow {
  readonly file: string;
  readonly ok: boolean;
  readonly variant?: "steps" | "distributed";
  readonly name?: string;
  readonly steps?: number;
  readonly errors: readonly ErrorParts[];
}

/** What `validate --json` prints. */
export interface ValidateDocument {
  readonly tool: "gauntlet";
  readonly schema: 1;
  readonly command: "validate";
  readonly verdict: "held" | "broken" | "unknown";
  readonly because?: string;
  readonly files: readonly ValidatedFileDocument[];
}

/** One file of the document; what the file does not say is null. */
export interface ValidatedFileDocument {
  readonly file: string;
  readonly ok: boolean;
  readonly variant: "steps" | "distributed" | null;
  readonly name: string | null;
  readonly steps: number | null;
  readonly errors: readonly ValidationErrorDocument[];
}

/** One problem of a file. */
export interface ValidationErrorDocument {
  readonly code: string;
  /** The place in the data; null where it is none: the file cannot be read, or its code loaded. */
  readonly pointer: string | null;
  readonly what: string;
  readonly where: string | null;
  readonly note?: string;
  readonly help: string | null;
}

/** How scenario files stand, as one document. */
export function validateJson(rows: readonly ValidatedRow[]): ValidateDocument {
  const verdict = verdictOf(rows);
  return {
    tool: "gauntlet",
    schema: 1,
    command: "validate",
    verdict,
    ...(verdict === "unknown" ? { because: nothingFound } : {}),
    files: rows.map(({ file, ok, variant = null, name = null, steps = null, errors }) => ({
      file,
      ok,
      variant,
      name,
      steps,
      errors: errors.map(errorDocument),
    })),
  };
}

/** How scenario files stand, for a reader: those that are fine first, each in a line. */
export function validateText(rows: readonly ValidatedRow[], options: TextOptions): string {
  const page = makePage(options);
  const bad = rows.filter(({ ok }) => !ok);
  const count = amountText(rows.length, "scenario");
  const title = `validate   ${count}${bad.length === 0 ? "" : `   ${bad.length} invalid`}`;
  const fine = rows.filter(({ ok }) => ok).map((row) => fineLine(row, page));
  const blocks = [
    title,
    rows.length === 0 ? `${page.paint.unknown} ${nothingFound}` : fine.join("\n"),
    ...bad.map((row) => badBlock(row, page, options)),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

// --- inside ---

const nothingFound = "no scenario file was found";
const errorsMax = 10;

function verdictOf(rows: readonly ValidatedRow[]): ValidateDocument["verdict"] {
  if (rows.length === 0) return "unknown";
  return rows.every(({ ok }) => ok) ? "held" : "broken";
}

function errorDocument(error: ErrorParts): ValidationErrorDocument {
  const { code, pointer = null, what, where = null, note, help = null } = error;
  return { code, pointer, what, where, ...(note === undefined ? {} : { note }), help };
}

function fineLine({ file, variant, steps = 0 }: ValidatedRow, { paint }: Page): string {
  const facts = amountText(steps, "step");
  const note = variant === "distributed" ? "   distributed, which no verb executes yet" : "";
  return `${paint.held} ${paint.text(file)}   ${facts}${note}`;
}

function badBlock({ file, errors }: ValidatedRow, page: Page, options: TextOptions): string {
  const shown = page.showAll ? errors : errors.slice(0, errorsMax);
  const left = errors.length - shown.length;
  const screens = shown.map((error) => errorScreen(error, options).trimEnd());
  const more = left === 0 ? [] : [`and ${left} more (--all)`];
  return [`${page.paint.broken} ${page.paint.text(file)}`, ...screens, ...more].join("\n");
}
