import type { ListDifference, TraceDifference } from "../kernel/trace/trace-diff.ts";
import type { Trace, TraceHeader, Verdict } from "../kernel/trace/trace.ts";
import { countText } from "./number-text.ts";
import {
  clippedLines,
  decisionLines,
  eventLine,
  eventLines,
  numberText,
  valueLine,
} from "./trace-lines.ts";

/** A trace for people: what it was, the decisions by span, the events by time, the verdict. */
export function traceShowText(trace: Trace): string {
  const { header, decisions, events, verdict } = trace;
  const sections = [
    headerLines(header),
    ["", ...decisionLines(decisions)],
    ["", ...eventLines(events)],
    ["", ...verdictLines(verdict)],
  ];
  return `${clippedLines(sections.flat()).join("\n")}\n`;
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
  if (decision !== undefined) lines.push(...listLines("decision", decision, valueLine));
  if (event !== undefined) lines.push(...listLines("event", event, eventLine));
  if (verdict !== undefined) {
    lines.push("verdict", `  first   ${verdictText(verdict.first)}`);
    lines.push(`  second  ${verdictText(verdict.second)}`);
  }
  if (decision === undefined && header.length === 0) {
    lines.push("", "the decisions are equal: something outside of them changed the run");
  }
  return `${clippedLines(lines).join("\n")}\n`;
}

// --- inside ---

function headerLines(header: TraceHeader): string[] {
  const { subject, settings, seed, runIndex } = header;
  return [
    `trace  ${subject.name}   seed ${seed}   run ${countText(runIndex)}`,
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

function verdictLines(verdict: Verdict): string[] {
  const lines = [`verdict  ${verdictText(verdict)}`];
  if (verdict.kind === "broken") {
    const { error, message, frame, property, key } = verdict.identity;
    lines.push(`  error     ${error}: ${message}`);
    if (property !== "") lines.push(`  property  ${property}`);
    if (frame !== "") lines.push(`  at        ${frame}`);
    lines.push(`  identity  ${key}`);
    if (verdict.isConfirmed === false) lines.push("  not confirmed: it was seen once");
  }
  if (verdict.kind === "unknown" && verdict.divergence !== undefined) {
    const { index, recorded, asked } = verdict.divergence;
    lines.push(`  diverged at decision ${countText(index + 1)}`);
    lines.push(`  recorded  ${recorded}`, `  asked     ${asked}`);
  }
  return lines;
}

function verdictText(verdict: Verdict): string {
  return verdict.kind === "held" ? "held" : `${verdict.kind}   ${verdict.because}`;
}

function listLines<T>(
  noun: "decision" | "event",
  { index, before, first, second }: ListDifference<T>,
  shown: (item: T) => string,
): string[] {
  const start = index - before.length;
  const side = (name: string, items: readonly T[]): string[] => {
    if (items.length === 0) return [`  ${name}`, `${numberText(index)}  no more ${noun}s`];
    return [`  ${name}`, ...items.map((item, at) => `${numberText(index + at)}  ${shown(item)}`)];
  };
  return [
    `first difference at ${noun} ${countText(index + 1)}`,
    ...before.map((item, at) => `${numberText(start + at)}  ${shown(item)}`),
    ...side("first", first),
    ...side("second", second),
  ];
}
