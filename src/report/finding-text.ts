import { exitText } from "../kernel/failure/exit-mode.ts";
import { cutByInterrupt, type Finding } from "../kernel/result/finding.ts";
import type { FindingEvidence } from "../kernel/result/scan.ts";
import { padText, textWidth } from "./column-text.ts";
import { confirmLines } from "./confirm-lines.ts";
import { isUnmet, titleOf } from "./finding-title.ts";
import { inputLines } from "./input-lines.ts";
import { amountText, countText } from "./number-text.ts";
import { listed, type Page, wrapped } from "./page.ts";
import { placeLines } from "./place-text.ts";
import { storyLines } from "./story-text.ts";

/** How many runs there were, and what one of them is called. */
export interface RunCount {
  readonly count: number;
  readonly one: string;
}

/** A finding on screen: what broke, the story, the source line, how small it is. */
export function findingLines(finding: Finding, page: Page, runs: RunCount): string[] {
  const { paint } = page;
  const { body, because } = titleOf(finding);
  if (isUnmet(finding)) {
    return [...headingLines(finding, neverText(finding, runs), page), ...placed(finding, page)];
  }
  const lines = headingLines(finding, seenText(finding, runs), page);
  if (finding.evidence !== undefined) lines.push(...evidenceLines(finding.evidence, page));
  if (because !== "") lines.push(...wrapped(because, page, 2).map((line) => `  ${line}`));
  lines.push(...bodyLines(body, page), ...storyLines(finding, page), ...placed(finding, page));
  if (finding.input !== undefined) lines.push(...inputLines(finding.input, page));
  lines.push(...endLines(finding));
  const size = sizeText(finding.shrunk);
  if (size !== "") lines.push(`  ${size}`);
  if (!finding.isConfirmed) {
    const why = finding.isUnproven === true ? noTime : "a fresh process did not show it again";
    const doubt = wrapped(`not confirmed: ${why}`, page, 4);
    lines.push(...doubt.map((line, at) => `  ${at === 0 ? paint.unknown : " "} ${line}`));
  }
  return lines;
}

// --- inside ---

const noTime = "there was no time to show it again";

/** Where the right-hand part of headings begins, so that those of several findings line up. */
const seenAt = 52;

function headingLines(finding: Finding, seen: string, page: Page): string[] {
  const { paint, columns } = page;
  const [first = "", ...rest] = wrapped(titleOf(finding).heading, page, 2);
  const start = `${paint.broken} ${first}`;
  const isAligned = textWidth(start) + 3 <= seenAt && seenAt + seen.length <= columns;
  const whole = `${isAligned ? padText(start, seenAt) : `${start}   `}${seen}`;
  if (rest.length === 0 && textWidth(whole) <= columns) return [whole];
  return [start, ...rest.map((line) => `  ${line}`), `  ${seen}`];
}

function evidenceLines({ target, level, why, confirm }: FindingEvidence, page: Page): string[] {
  const lines = wrapped(`${target}   ${level}: ${why}`, page, 2).map((line) => `  ${line}`);
  return [...lines, ...confirmLines(confirm, page, 2)];
}

function seenText({ kind, occurrences }: Finding, { one }: RunCount): string {
  if (kind === "divergence") return "two processes differ";
  const verb = kind === "property" ? "broken" : "seen";
  const smallest = occurrences > 1 ? ", smallest shown" : "";
  return `${verb} in ${amountText(Math.max(1, occurrences), one)}${smallest}`;
}

function neverText({ identity }: Finding, { count, one }: RunCount): string {
  const isReached = identity.message.startsWith("never reached");
  return `never ${isReached ? "reached" : "true"} in ${amountText(count, one)}`;
}

/** The further lines of a message, such as a diff; the bar keeps them from looking like ours. */
function bodyLines(body: readonly string[], page: Page): string[] {
  const { shown, more } = listed(
    body.filter((line) => line.trim() !== ""),
    page,
  );
  const lines = shown.flatMap((line) => wrapped(line.replaceAll("\t", "  "), page, 4));
  return [...lines.map((line) => `  | ${line}`), ...(more === "" ? [] : [`  | ${more}`])];
}

/** How the process ended, unless the message says just that. */
function endLines({ exitMode, message }: Finding): string[] {
  const how = exitMode === undefined ? "" : exitText(exitMode);
  return how === "" || how === message ? [] : [`  the process ended: ${how}`];
}

function placed({ place }: Finding, page: Page): string[] {
  return place === undefined ? [] : placeLines(place, page);
}

function endText(cutBy: string): string {
  return cutBy === cutByInterrupt ? "it was interrupted" : `its budget of ${cutBy} was used up`;
}

function sizeText({ from, to, attempts, cutBy }: Finding["shrunk"]): string {
  const cut = cutBy === undefined ? "" : `, until ${endText(cutBy)}`;
  if (to < from) return `shrunk from ${amountText(from, "decision")} to ${countText(to)}${cut}`;
  if (to === 0) return "";
  if (cut !== "") return `${amountText(to, "decision")}, none left out${cut}`;
  return `${amountText(to, "decision")}, ${attempts > 0 ? "already minimal" : "not shrunk"}`;
}
