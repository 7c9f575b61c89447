import { type Decision, decisionText, valueWord } from "../kernel/decisions/decision.ts";
import type { RunEvent } from "../kernel/decisions/journal.ts";
import { literalText } from "../kernel/values/literal.ts";
import type { ReplayedRun } from "../kernel/result/result.ts";
import type { Trace, TraceHeader, Verdict } from "../kernel/trace/trace.ts";
import type { ListDifference, TraceDifference } from "../kernel/trace/trace-diff.ts";

/** A trace for people: what it was, the decisions by span, the events by time, the verdict. */
export function traceShowText(trace: Trace): string {
  const { header, decisions, events, verdict } = trace;
  const sections = [
    headerLines(header),
    ["", `decisions (${count(decisions.length)})`, ...decisionLines(decisions)],
    ["", `events (${count(events.length)})`, ...eventLines(events)],
    ["", ...verdictLines(verdict)],
  ];
  return `${sections.flat().map(clip).join("\n")}\n`;
}

/** A run that was made again: its decisions where they were asked for, and its events. */
export function replayedLines({ isStepped, decisions, events }: ReplayedRun): string[] {
  const shown = [
    ...(isStepped
      ? [`decisions (${count(decisions.length)})`, ...decisionLines(decisions), ""]
      : []),
    `events (${count(events.length)})`,
    ...eventLines(events),
  ];
  return shown.map(clip);
}

/** Two traces side by side, as far as they differ. */
export function traceDiffText(difference: TraceDifference): string {
  const { header, decision, event, verdict } = difference;
  if (difference.isEqual) return "the traces are equal: same header, decisions, events, verdict\n";
  const lines: string[] = [];
  if (header.length > 0) lines.push("header");
  for (const { key, first, second } of header) {
    lines.push(`  ${key}`, `    first   ${first ?? "none"}`, `    second  ${second ?? "none"}`);
  }
  if (decision !== undefined) lines.push(...listLines("decision", decision, valueShown));
  if (event !== undefined) lines.push(...listLines("event", event, shownEvent));
  if (verdict !== undefined) {
    lines.push("verdict", `  first   ${verdictText(verdict.first)}`);
    lines.push(`  second  ${verdictText(verdict.second)}`);
  }
  if (decision === undefined && header.length === 0) {
    lines.push("", "the decisions are equal: something outside of them changed the run");
  }
  return `${lines.map(clip).join("\n")}\n`;
}

// --- inside ---

const columnsMax = 100;
const numberColumns = 6;
const timeColumns = 12;
const kindColumns = 8;

/** A terminal is no place for more; the file itself has them all. */
const itemsShownMax = 10_000;
const indentsMax = 12;

function headerLines(header: TraceHeader): string[] {
  const { subject, settings, seed, runIndex } = header;
  return [
    `trace  ${subject.name}   seed ${seed}   run ${count(runIndex)}`,
    `  subject   ${subject.file}#${subject.exportName}   digest ${subject.digest.slice(0, 12)}`,
    `  settings  ${pairs(settings)}`,
    `  versions  ${pairs(header.versions)}`,
    `  tiers     ${pairs(header.tiers)}`,
    ...(header.uncontrolled ?? []).map(
      ({ seam, call, place }) => `  uncontrolled  ${seam}: ${call}${place && ` at ${place}`}`,
    ),
  ];
}

function pairs(record: object): string {
  const entries = Object.entries(record).map(([key, value]: [string, unknown]) => {
    return `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return entries.length === 0 ? "none" : entries.join("   ");
}

function decisionLines(decisions: readonly Decision[]): string[] {
  const lines: string[] = [];
  let depth = 0;
  for (const [index, decision] of decisions.slice(0, itemsShownMax).entries()) {
    if (decision.kind === "end") {
      // The indentation says it already.
      depth = Math.max(0, depth - 1);
      continue;
    }
    const indent = "  ".repeat(Math.min(depth, indentsMax));
    lines.push(`${numbered(index)}  ${indent}${shownDecision(decision)}`);
    if (decision.kind === "span") depth += 1;
  }
  return [...lines, ...moreLines(decisions.length)];
}

function eventLines(events: readonly RunEvent[]): string[] {
  const lines = events.slice(0, itemsShownMax).map((event) => `  ${shownEvent(event)}`);
  return [...lines, ...moreLines(events.length)];
}

function moreLines(total: number): string[] {
  const more = total - itemsShownMax;
  return more > 0 ? [`  and ${count(more)} more, in the trace file`] : [];
}

function verdictLines(verdict: Verdict): string[] {
  const lines = [`verdict  ${verdictText(verdict)}`];
  if (verdict.kind === "broken") {
    const { error, message, frame, property, key } = verdict.identity;
    lines.push(`  error     ${error}: ${message}`);
    if (property !== "") lines.push(`  property  ${property}`);
    if (frame !== "") lines.push(`  at        ${frame}`);
    lines.push(`  identity  ${key}`);
  }
  if (verdict.kind === "unknown" && verdict.divergence !== undefined) {
    const { index, recorded, asked } = verdict.divergence;
    lines.push(`  diverged at decision ${count(index + 1)}`);
    lines.push(`  recorded  ${recorded}`, `  asked     ${asked}`);
  }
  return lines;
}

function verdictText(verdict: Verdict): string {
  return verdict.kind === "held" ? "held" : `${verdict.kind}   ${verdict.because}`;
}

function shownDecision(decision: Decision): string {
  return decision.kind === "span" ? decision.label : valueShown(decision);
}

function valueShown(decision: Decision): string {
  if (decision.kind !== "value" || decision.literal === undefined) return decisionText(decision);
  return `${valueWord(decision)} ${decision.label} = ${literalText(decision.literal.value)}`;
}

function shownEvent({ atUs, kind, name, detail }: RunEvent): string {
  const time = `${count(atUs)} µs`.padStart(timeColumns);
  return `${time}  ${kind.padEnd(kindColumns)}  ${name}${detail ? `   ${detail}` : ""}`;
}

function listLines<T>(
  noun: "decision" | "event",
  { index, before, first, second }: ListDifference<T>,
  shown: (item: T) => string,
): string[] {
  const start = index - before.length;
  const side = (name: string, items: readonly T[]): string[] => {
    if (items.length === 0) return [`  ${name}`, `${numbered(index)}  no more ${noun}s`];
    return [`  ${name}`, ...items.map((item, at) => `${numbered(index + at)}  ${shown(item)}`)];
  };
  return [
    `first difference at ${noun} ${count(index + 1)}`,
    ...before.map((item, at) => `${numbered(start + at)}  ${shown(item)}`),
    ...side("first", first),
    ...side("second", second),
  ];
}

function numbered(index: number): string {
  return String(index + 1).padStart(numberColumns);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** One line of at most 100 columns, whatever a label or a message holds. */
function clip(line: string): string {
  const text = line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trimEnd();
  const characters = Array.from(text.slice(0, columnsMax * 2));
  if (characters.length <= columnsMax) return text;
  return `${characters.slice(0, columnsMax - 1).join("")}…`;
}
