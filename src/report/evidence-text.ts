import type { Evidence, Result } from "../kernel/result/result.ts";
import type { PropertyCount } from "../kernel/judge/tally.ts";
import { cutText, textWidth } from "./column-text.ts";
import { amountText, countText } from "./number-text.ts";
import { listed, type Page, wrapped } from "./page.ts";
import { sectionsOf } from "./section-text.ts";

/** What held, what nobody could judge, and what was never tried. */
export function evidenceLines(result: Result, page: Page): string[] {
  return [
    ...propertyLines(result, page),
    ...unjudgedLines(result, page),
    ...cellLines(result.evidence, page),
  ];
}

/** What a run is called: one with an agent is a conversation. */
export function runWord(result: Result): string {
  return sectionsOf(result).find(({ runWord: word }) => word !== undefined)?.runWord ?? "run";
}

// --- inside ---

/** Short enough for the number of other cells to stay in sight. */
const cellColumnsMax = 60;

function propertyLines(result: Result, page: Page): string[] {
  const { paint, columns } = page;
  const broken = new Set(result.findings.map(({ identity }) => identity.property));
  const rest = result.properties.filter(({ name, kind, broken: count }) => {
    return !broken.has(name) && (count === 0 || isCounted(kind));
  });
  const unknown = rest.filter((property) => !hasHeld(property)).map(({ name }) => name);
  const parts = [heldText(result, rest.length - unknown.length, page)];
  if (unknown.length > 0) {
    const { shown, more } = listed(unknown, page);
    const names = [...shown, ...(more === "" ? [] : [more])].join(", ");
    const [first = "", ...others] = wrapped(
      `${countText(unknown.length)} unknown (never evaluated: ${names})`,
      page,
      2,
    );
    parts.push([`${paint.unknown} ${first}`, ...others.map((line) => `  ${line}`)].join("\n"));
  }
  const said = parts.filter((part) => part !== "");
  const line = said.join("   ");
  const isOneLine = !line.includes("\n") && textWidth(line) <= columns;
  return isOneLine && said.length > 0 ? [line] : said.flatMap((part) => part.split("\n"));
}

/** These two are asked for once in a campaign; being false in between is no failure. */
function isCounted(kind: PropertyCount["kind"]): boolean {
  return kind === "sometimes" || kind === "reachable";
}

function hasHeld({ kind, held }: Readonly<PropertyCount>): boolean {
  return held > 0 || kind === "unreachable";
}

function heldText(result: Result, heldCount: number, { paint }: Page): string {
  const properties = amountText(heldCount, "property", "properties");
  // A tick beside "could not tell" would be read as the verdict.
  if (result.verdict === "unknown") {
    return heldCount === 0 ? "" : `  ${properties} held as far as seen`;
  }
  if (heldCount > 0) return `${paint.held} ${properties} held`;
  if (result.because !== "") return "";
  const runs = amountText(result.summary.runs, runWord(result));
  return result.verdict === "held" ? `${paint.held} nothing broke in ${runs}` : "";
}

function unjudgedLines({ summary }: Result, page: Page): string[] {
  const unjudged = summary["unknownRuns"];
  if (typeof unjudged !== "number" || unjudged === 0) return [];
  const all = amountText(summary.runs, "run");
  const lines = wrapped(`${countText(unjudged)} of ${all} could not be judged`, page, 2);
  return lines.map((line, at) => `${at === 0 ? page.paint.unknown : " "} ${line}`);
}

function cellLines({ cells, notExercised }: Evidence, page: Page): string[] {
  const total = cells.length + notExercised.length;
  if (total === 0) return [];
  const { times } = page.paint;
  const names = notExercised.map(({ operation, fault, property }) =>
    [operation, fault, property].join(` ${times} `),
  );
  const seen = `exercised ${countText(cells.length)} of ${countText(total)}`;
  const start = `${seen} operation ${times} fault ${times} property cells`;
  const [first] = names;
  if (first === undefined) return [`  ${start}`];
  const shown = page.showAll ? names : [firstOf(first, names.length, page)];
  const line = `  ${start}; never: ${shown[0] ?? ""}`;
  if (shown.length === 1 && textWidth(line) <= page.columns) return [line];
  return [
    ...wrapped(`${start}; never:`, page, 4).map((text, at) =>
      at === 0 ? `  ${text}` : `    ${text}`,
    ),
    ...shown.flatMap((name) => wrapped(name, page, 4)).map((text) => `    ${text}`),
  ];
}

function firstOf(name: string, count: number, { paint }: Page): string {
  const cut = cutText(paint.text(name), { columns: cellColumnsMax, ellipsis: paint.ellipsis });
  return count > 1 ? `${cut} (+${countText(count - 1)})` : cut;
}
