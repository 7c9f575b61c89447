import { type Decision, decisionText, valueWord } from "../kernel/decisions/decision.ts";
import type { RunEvent } from "../kernel/decisions/journal.ts";
import { literalText } from "../kernel/values/literal.ts";
import { countText } from "./number-text.ts";

/** The decisions of a run under a heading, indented by span. */
export function decisionLines(decisions: readonly Decision[]): string[] {
  const lines = [`decisions (${countText(decisions.length)})`];
  let depth = 0;
  for (const [index, decision] of decisions.slice(0, itemsShownMax).entries()) {
    if (decision.kind === "end") {
      // The indentation says it already.
      depth = Math.max(0, depth - 1);
      continue;
    }
    const indent = "  ".repeat(Math.min(depth, indentsMax));
    lines.push(`${numberText(index)}  ${indent}${shownDecision(decision)}`);
    if (decision.kind === "span") depth += 1;
  }
  return [...lines, ...moreLines(decisions.length)];
}

/** The events of a run under a heading. */
export function eventLines(events: readonly RunEvent[]): string[] {
  const head = `events (${countText(events.length)})`;
  const lines = events.slice(0, itemsShownMax).map((event) => `  ${eventLine(event)}`);
  return [head, ...lines, ...moreLines(events.length)];
}

/** A decision in one line. */
export function valueLine(decision: Decision): string {
  if (decision.kind !== "value" || decision.literal === undefined) return decisionText(decision);
  return `${valueWord(decision)} ${decision.label} = ${literalText(decision.literal.value)}`;
}

/** An event in one line. */
export function eventLine({ atUs, kind, name, detail }: RunEvent): string {
  const time = `${countText(atUs)} µs`.padStart(timeColumns);
  return `${time}  ${kind.padEnd(kindColumns)}  ${name}${detail ? `   ${detail}` : ""}`;
}

/** The number of an item, from 1, in its column. */
export function numberText(index: number): string {
  return String(index + 1).padStart(numberColumns);
}

/** Each as one line of at most 100 columns, whatever a label or a message holds. */
export function clippedLines(lines: readonly string[]): string[] {
  return lines.map(clip);
}

// --- inside ---

const columnsMax = 100;
const numberColumns = 6;
const timeColumns = 12;
const kindColumns = 8;

/** A terminal is no place for more; the file itself has them all. */
const itemsShownMax = 10_000;
const indentsMax = 12;

function moreLines(total: number): string[] {
  const more = total - itemsShownMax;
  return more > 0 ? [`  and ${countText(more)} more, in the trace file`] : [];
}

function shownDecision(decision: Decision): string {
  return decision.kind === "span" ? decision.label : valueLine(decision);
}

function clip(line: string): string {
  const text = line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trimEnd();
  const characters = Array.from(text.slice(0, columnsMax * 2));
  if (characters.length <= columnsMax) return text;
  return `${characters.slice(0, columnsMax - 1).join("")}…`;
}
