import { wrapText } from "./column-text.ts";
import { countText } from "./number-text.ts";
import { makePaint, type Paint } from "./paint.ts";

/** How a report is to look. */
export interface TextOptions {
  readonly color: boolean;
  /** Whether the terminal shows nothing but ASCII; then the report has nothing else. */
  readonly isAscii: boolean;
  /** The width of the terminal; a report takes 100 columns at most. */
  readonly columns?: number | undefined;
  /** Whether long lists are shown to their end. */
  readonly showAll?: boolean | undefined;
}

/** What every part of a report is laid out on. */
export interface Page {
  readonly paint: Paint;
  readonly columns: number;
  readonly showAll: boolean;
}

/** The page for a terminal. */
export function makePage(options: TextOptions): Page {
  const wanted = options.columns ?? columnsMax;
  return {
    paint: makePaint(options),
    columns: wanted > 0 ? Math.min(Math.max(wanted, columnsMin), columnsMax) : columnsMax,
    showAll: options.showAll ?? false,
  };
}

/** As much of a list as is shown, and a line about the rest where there is one. */
export function listed<T>(items: readonly T[], page: Page): { shown: readonly T[]; more: string } {
  const rest = items.length - listMax;
  if (page.showAll || rest <= 0) return { shown: items, more: "" };
  return { shown: items.slice(0, listMax), more: `and ${countText(rest)} more (--all)` };
}

/** Safe text in lines that fit beside an indent; at most three unless all is wanted. */
export function wrapped(raw: string, page: Page, indent: number): string[] {
  return wrapText(page.paint.text(raw), {
    columns: page.columns - indent,
    linesMax: page.showAll ? Number.POSITIVE_INFINITY : wrappedLinesMax,
    ellipsis: page.paint.ellipsis,
  });
}

// --- inside ---

const columnsMax = 100;
/** Narrower than this, a story has no room for its details. */
const columnsMin = 50;
const listMax = 5;
const wrappedLinesMax = 3;
