import type { Result, TestOutcome } from "../kernel/result.ts";
import { padText, textWidth } from "./column-text.ts";
import { durationText } from "./number-text.ts";
import { listed, type Page } from "./page.ts";

/** One line for each scenario: what came of it, where it stands, how long it took. */
export function testLines({ tests = [] }: Result, page: Page): string[] {
  const nameColumns = Math.min(nameColumnsMax, Math.max(0, ...tests.map(widthOf)));
  const { shown, more } = listed(tests, page);
  const lines = shown.map((test) => testLine(test, nameColumns, page));
  return more === "" ? lines : [...lines, `  ${more}`];
}

// --- inside ---

const nameColumnsMax = 48;

function widthOf({ name }: TestOutcome): number {
  return textWidth(name);
}

function testLine(test: TestOutcome, nameColumns: number, { paint }: Page): string {
  const mark = {
    held: paint.held,
    broken: paint.broken,
    unknown: paint.unknown,
    "not executed": paint.unknown,
  }[test.outcome];
  const name = padText(paint.text(test.name), nameColumns);
  const how = test.outcome === "not executed" ? "not executed" : durationText(test.seconds);
  const because = test.because === "" ? "" : `   ${paint.text(test.because)}`;
  return `${mark} ${name}   ${paint.text(test.file)}   ${how}${because}`;
}
