import type { ResultCase } from "../../kernel/result/result.ts";
import { shapes } from "../../kernel/values/shape-check.ts";
import { padText, textWidth } from "../column-text.ts";
import { durationText } from "../number-text.ts";
import type { Page } from "../page.ts";
import type { Section } from "../section.ts";

const { text, number, oneOf, list, table } = shapes;

/** What became of each thing that was to be run. */
export const casesSection: Section<"cases", readonly ResultCase[], readonly ResultCase[]> = {
  name: "cases",
  place: "before findings",
  shape: list(
    table({
      name: text,
      verdict: oneOf("held", "broken", "unknown", "not executed"),
      because: text,
      seconds: number,
      findings: list(text),
    }),
  ),
  text: (data, page) => [caseLines(data, page)],
  json: (data) => data,
  merge: (parts) => parts.flat(),
  // One thing that was run is one case among others.
  standIn: ({ subject, verdict, because, summary, findings }) => [
    {
      name: subject,
      verdict,
      because,
      seconds: summary.seconds,
      findings: findings.map(({ id }) => id),
    },
  ],
  cases: (told, { findings }) =>
    told.map((one) => ({
      ...one,
      findings: findings.filter(({ id }) => one.findings.includes(id)),
    })),
};

// --- inside ---

const nameColumnsMax = 48;
const heldShownMax = 20;

/** One line for each case: what came of it, where it stands, how long it took. */
function caseLines(cases: readonly ResultCase[], page: Page): string[] {
  const nameColumns = Math.min(nameColumnsMax, Math.max(0, ...cases.map(widthOf)));
  const held = cases.filter(({ verdict }) => verdict === "held");
  // What needs a reader is always there; of the rest a few will do.
  const hidden = page.showAll ? 0 : Math.max(0, held.length - heldShownMax);
  const left = new Set(hidden === 0 ? [] : held.slice(heldShownMax));
  const lines = cases
    .filter((one) => !left.has(one))
    .map((one) => caseLine(one, nameColumns, page));
  return hidden === 0 ? lines : [...lines, `  and ${hidden} more that held (--all)`];
}

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
  const file = one.file === undefined ? "" : `   ${paint.text(one.file)}`;
  const because = one.because === "" ? "" : `   ${paint.text(one.because)}`;
  const rest = `${file}${timeText(one)}${because}`;
  const name = paint.text(one.name);
  return `${mark} ${rest === "" ? name : padText(name, nameColumns)}${rest}`;
}

function timeText({ verdict, seconds }: ResultCase): string {
  if (verdict === "not executed") return "   not executed";
  return seconds === 0 ? "" : `   ${durationText(seconds)}`;
}
