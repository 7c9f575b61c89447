import { padText, textWidth } from "./column-text.ts";
import { amountText } from "./number-text.ts";
import { makePage, type Page, type TextOptions, wrapped } from "./page.ts";

/** One thing that was looked at, for a reader. */
export interface CheckRow {
  readonly name: string;
  readonly state: "fine" | "note" | "blocked";
  readonly says: string;
  readonly help?: string | undefined;
}

/** The checks of a project, each problem with the line that fixes it. */
export function checkupText(
  { checks, next }: { readonly checks: readonly CheckRow[]; readonly next: readonly string[] },
  options: TextOptions,
): string {
  const page = makePage({ ...options, showAll: true });
  const width = Math.max(0, ...checks.map(({ name }) => textWidth(page.paint.text(name))));
  const blocked = checks.filter(({ state }) => state === "blocked").length;
  const end = blocked === 0 ? "no problems found" : amountText(blocked, "blocking problem");
  const lines = checks.flatMap((check) => rowLines(check, width, page));
  const commands = next.map((command) => `next     ${page.paint.text(command)}`);
  const title = `doctor   ${amountText(checks.length, "check")}   ${end}`;
  return [title, "", ...lines, "", ...commands].join("\n");
}

// --- inside ---

function rowLines({ name, state, says, help }: CheckRow, width: number, page: Page): string[] {
  const marks = { fine: page.paint.held, note: page.paint.unknown, blocked: page.paint.broken };
  const indent = width + 5;
  const text = wrapped(says, page, indent);
  // A line to paste is never broken.
  const mended = help === undefined ? [] : [`help: ${help}`];
  const [first = "", ...others] = [...text, ...mended.map(page.paint.text)];
  const head = `${marks[state]} ${padText(page.paint.text(name), width)}   ${first}`;
  return [head, ...others.map((line) => `${" ".repeat(indent)}${line}`)];
}
