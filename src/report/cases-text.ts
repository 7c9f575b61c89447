import type { Result, ResultCase } from "../kernel/result.ts";
import { padText, textWidth } from "./column-text.ts";
import { durationText } from "./number-text.ts";
import { listed, type Page } from "./page.ts";

/** One line for each scenario: what came of it, where it stands, how long it took. */
export function caseLines({ cases = [] }: Result, page: Page): string[] {
  const nameColumns = Math.min(nameColumnsMax, Math.max(0, ...cases.map(widthOf)));
  const { shown, more } = listed(cases, page);
  const lines = shown.map((one) => caseLine(one, nameColumns, page));
  return more === "" ? lines : [...lines, `  ${more}`];
}

// --- inside ---

const nameColumnsMax = 48;

function widthOf({ name }: ResultCase): number {
  return textWidth(name);
}

function caseLine(one: ResultCase, nameColumns: number, { paint }: Page): string {
  const mark = {
    held: paint.held,
    broken: paint.broken,
    unknown: paint.unknown,
    "not executed": paint.unknown,
  }[one.verdict];
  const name = padText(paint.text(one.name), nameColumns);
  const how = one.verdict === "not executed" ? "not executed" : durationText(one.seconds);
  const because = one.because === "" ? "" : `   ${paint.text(one.because)}`;
  return `${mark} ${name}   ${paint.text(one.file ?? "")}   ${how}${because}`;
}
