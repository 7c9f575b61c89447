import type { Finding, StoryLine } from "../kernel/result/finding.ts";
import { cutText, padText, textWidth, wrapText } from "./column-text.ts";
import { titleOf } from "./finding-title.ts";
import { countText } from "./number-text.ts";
import type { Page } from "./page.ts";

/**
 * The story in numbered lines: what was done, which faults fired, and, set in and without a number,
 * what was waited for. The line before the break says so; the break itself is the title already.
 * A long one leaves out waits and ends in its middle, and steps only where there are too many.
 */
export function storyLines(finding: Finding, page: Page): string[] {
  const told = entriesOf(finding);
  const shown = page.showAll ? told : shortened(told);
  const rows = shown.map(({ line }) => whatText(line, page));
  const whatMax = Math.min(whatColumnsMax, Math.floor(page.columns / 3));
  const whatWidths = rows.map(textWidth).filter((width) => width <= whatMax);
  const widest = whatWidths.reduce((most, width) => Math.max(most, width), 8);
  const layout: StoryLayout = { page, detailAt: numberColumns + widest + 3 };
  return shown.flatMap(({ line, number, isMarked }, index) => {
    const start = `${String(number ?? "").padStart(5)}  ${rows[index] ?? ""}`;
    return entryLines(start, { detail: line.detail, isMarked }, layout);
  });
}

// --- inside ---

/** A line that is told, with its number if it is something that was done. */
interface StoryEntry {
  readonly line: StoryLine;
  readonly number: number | undefined;
  readonly isMarked: boolean;
}

interface StoryLayout {
  readonly page: Page;
  /** The column at which details begin. */
  readonly detailAt: number;
}

/** A story longer than this leaves something out of its middle. */
const linesMax = 12;
const numberColumns = 7;
/** A name longer than this does not push the details of all other lines to the right. */
const whatColumnsMax = 36;
const detailLinesMax = 3;

function entriesOf(finding: Finding): readonly StoryEntry[] {
  const told = withoutRepeats(finding);
  // Only a run that broke has a place where it broke; a comparison of two runs has none.
  const hasBroken = finding.story.some(({ kind }) => kind === "broken");
  let count = 0;
  return told.map((line, index) => {
    const isNumbered = line.kind === "step" || line.kind === "fault";
    if (isNumbered) count += 1;
    const isMarked = hasBroken && index === told.length - 1;
    return { line, number: isNumbered ? count : undefined, isMarked };
  });
}

/** What was done in the middle may be the other half of a race, so it is the last to go. */
function shortened(told: readonly StoryEntry[]): readonly StoryEntry[] {
  if (told.length <= linesMax) return told;
  const middle = told.slice(linesMax / 2, -linesMax / 2);
  const keepsDone = middle.filter(({ number }) => number !== undefined).length <= linesMax;
  const shown = told.slice(0, linesMax / 2);
  let left: StoryEntry[] = [];
  const closeGap = (): void => {
    // One line that is left out would take as much room as the words that say so.
    shown.push(...(left.length > 1 ? [gapOf(left.length)] : left));
    left = [];
  };
  for (const entry of middle) {
    if (keepsDone && entry.number !== undefined) {
      closeGap();
      shown.push(entry);
    } else left.push(entry);
  }
  closeGap();
  return [...shown, ...told.slice(-linesMax / 2)];
}

function gapOf(count: number): StoryEntry {
  const what = `… ${countText(count)} more (--all)`;
  return { line: { kind: "note", what, detail: "" }, number: undefined, isMarked: false };
}

/** Leaves out what the title says: the broken line, and the error as the last rule threw it. */
function withoutRepeats(finding: Finding): readonly StoryLine[] {
  const { heading, because } = titleOf(finding);
  const { message } = finding;
  const repeats = (text: string): boolean =>
    text === heading || text === because || (message !== "" && text.endsWith(message));
  const told = finding.story.filter(({ kind, what, detail }) => {
    return kind !== "broken" || !repeats(detail === "" ? what : detail);
  });
  const last = told.at(-1);
  if (last?.kind !== "note" || last.detail === "" || !repeats(last.detail)) return told;
  const before = told.at(-2);
  const isOfLineBefore = before?.kind === "step" && last.what === `${before.what} throws`;
  const head = told.slice(0, -1);
  return isOfLineBefore ? head : [...head, { ...last, detail: "" }];
}

function whatText(line: StoryLine, page: Page): string {
  const { paint, columns } = page;
  const marks = {
    step: "",
    fault: `${paint.fault} `,
    broken: `${paint.broken} `,
    wake: "  ",
    note: "  ",
  };
  const mark = marks[line.kind];
  const room = columns - numberColumns - textWidth(mark) - markColumns(page);
  return mark + cutText(paint.text(line.what), { columns: room, ellipsis: paint.ellipsis });
}

function markColumns({ paint }: Page): number {
  return textWidth(paint.brokenHere) + 3;
}

function entryLines(
  start: string,
  entry: { readonly detail: string; readonly isMarked: boolean },
  { page, detailAt }: StoryLayout,
): string[] {
  const { paint, columns, showAll } = page;
  const mark = entry.isMarked ? `   ${paint.brokenHere}` : "";
  if (entry.detail === "") return [start + mark];
  const details = wrapText(paint.text(entry.detail), {
    columns: columns - detailAt - (entry.isMarked ? markColumns(page) : 0),
    linesMax: showAll ? Number.POSITIVE_INFINITY : detailLinesMax,
    ellipsis: paint.ellipsis,
  });
  const fitsBeside = textWidth(start) <= detailAt - 2;
  const lines = details.map((text, index) =>
    index === 0 && fitsBeside ? padText(start, detailAt) + text : " ".repeat(detailAt) + text,
  );
  const all = fitsBeside ? lines : [start, ...lines];
  return all.map((line, index) => (index === all.length - 1 ? line + mark : line));
}
