import type { Finding } from "../kernel/result/finding.ts";
import { amountText, durationText } from "./number-text.ts";
import { listed, makePage, type Page, type TextOptions, wrapped } from "./page.ts";
import { placeLines } from "./place-text.ts";
import { storyLines } from "./story-text.ts";

/** One saved regression, for a reader. */
export interface VerifiedRow {
  readonly id: string;
  /** `src/money.ts:parsePrice`. */
  readonly target: string;
  readonly status: "still broken" | "fixed" | "target changed" | "regression changed" | "unknown";
  readonly because: string;
  /** The failure as it was seen when it was saved. */
  readonly failure: string;
  /** The failure as it was seen now, with its story; absent where that is not told. */
  readonly finding?: Finding | undefined;
}

/** What `verify` says. */
export interface VerifyDocument {
  readonly regressions: readonly VerifiedRow[];
  readonly seconds: number;
  readonly artifacts: readonly string[];
  /** Commands to go on with. */
  readonly next: readonly string[];
}

/** How saved regressions stand: what is wrong first, then how many are fixed, then what to do. */
export function verifyText(document: VerifyDocument, options: TextOptions): string {
  const page = makePage(options);
  const { regressions, seconds } = document;
  const count = amountText(regressions.length, "regression");
  const bad = regressions.filter(({ status }) => status !== "fixed");
  const { shown, more } = listed(bad, page);
  const sections = [
    [`verify   ${count}   ${durationText(seconds)}`],
    ...shown.map((row) => rowLines(row, page)),
    more === "" ? [] : [more],
    fixedLines(regressions, page),
    endLines(document, page),
  ];
  const blocks = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${blocks.join("\n\n")}\n`;
}

// --- inside ---

function rowLines(row: VerifiedRow, page: Page): string[] {
  const { id, target, status, because, failure, finding } = row;
  const { paint } = page;
  const mark = status === "still broken" ? paint.broken : paint.unknown;
  const reason = because === "" ? failure : because;
  return [
    `${mark} ${paint.text(id)}   ${status === "unknown" ? "could not tell" : status}`,
    `    ${paint.text(target)}`,
    ...wrapped(reason, page, 4).map((line) => `    ${line}`),
    ...(finding === undefined ? [] : storyLines(finding, page)),
    ...(finding?.place === undefined ? [] : placeLines(finding.place, page)),
  ];
}

function fixedLines(regressions: readonly VerifiedRow[], page: Page): string[] {
  const { paint } = page;
  const fixed = regressions.filter(({ status }) => status === "fixed");
  if (regressions.length === 0) return [`${paint.held} no regressions are saved`];
  if (fixed.length === 0) return [];
  const { shown, more } = listed(fixed, page);
  const lines = shown.map(({ id, target, because }) => {
    const note = because === "" ? "" : `   ${paint.text(because)}`;
    return `${paint.held} ${paint.text(id)}   fixed   ${paint.text(target)}${note}`;
  });
  return more === "" ? lines : [...lines, more];
}

function endLines({ artifacts, next }: VerifyDocument, { paint }: Page): string[] {
  return [
    ...artifacts.map((file) => `wrote    ${paint.text(file)}`),
    ...next.map((command) => `next     ${paint.text(command)}`),
  ];
}
