import type { Failure } from "../failure/failure.ts";
import type { StoryLine } from "./finding.ts";
import type { RunEvent } from "../decisions/journal.ts";

/** With more waits than this around one step, a fault that fired says more than they do. */
const linesBesideFaultMax = 6;

/**
 * Tells a run in the user's verbs, up to where it broke: what was done with which arguments, which
 * faults fired, and, where operations overlapped or there are no rules, what was waited for.
 */
export function tellStory(events: readonly RunEvent[], failure: Failure): readonly StoryLine[] {
  const hasOverlaps = hasOverlap(events);
  const lines = linesOf(events, {
    waits: hasOverlaps || countSteps(events) <= 1,
    ends: hasOverlaps,
  });
  const isCrowded =
    lines.length > linesBesideFaultMax && lines.some(({ kind }) => kind === "fault");
  const told = isCrowded && !hasOverlaps ? linesOf(events, { waits: false, ends: false }) : lines;
  return [...told, ...shownLines(events, failure), brokenLine(failure)];
}

// --- inside ---

interface Shown {
  readonly waits: boolean;
  readonly ends: boolean;
}

function linesOf(events: readonly RunEvent[], shows: Shown): readonly StoryLine[] {
  const lines: StoryLine[] = [];
  for (const event of events) {
    if (event.kind === "property" && event.detail?.startsWith("broken")) break;
    const line = lineOf(event, shows);
    if (line !== undefined) append(lines, line);
  }
  return lines;
}

function lineOf(event: RunEvent, shows: Shown): StoryLine | undefined {
  const { name, detail = "" } = event;
  switch (event.kind) {
    case "step":
      // A call is told as it would be written, and needs no name besides.
      return isCode(detail)
        ? { kind: "step", what: detail, detail: "" }
        : { kind: "step", what: name, detail };
    case "fault":
      return { kind: "fault", what: name, detail: detail === "" ? "fired" : detail };
    case "escape":
      return { kind: "note", what: "outside the simulation", detail: name };
    case "open":
      return { kind: "note", what: `${name} is still open`, detail };
    case "wake":
      return shows.waits ? wakeLine(event) : undefined;
    case "done":
      if (detail !== "") return { kind: "note", what: `${name} gives`, detail };
      return shows.ends
        ? { kind: "note", what: `${name} ends`, detail: `at ${ms(event.atUs)}` }
        : undefined;
    case "threw":
      return { kind: "note", what: `${name} throws`, detail };
    default:
      return undefined;
  }
}

/** The values that show a broken property, where whoever judged it said them. */
function shownLines(events: readonly RunEvent[], { property }: Failure): readonly StoryLine[] {
  const shown = events.findLast(({ kind, name }) => kind === "note" && name === property);
  const { detail = "" } = shown ?? {};
  return detail === "" ? [] : [{ kind: "note", what: detail, detail: "" }];
}

/** Told by whose code goes on, where that is known: `Gateway.charge src/gateway.ts:14`. */
function wakeLine({ name, detail, atUs }: RunEvent): StoryLine {
  const [, who, where] = /^(.*) (\S+)$/.exec(detail ?? "") ?? [];
  if (who === undefined || where === undefined) {
    return { kind: "wake", what: name, detail: `at ${ms(atUs)}` };
  }
  return { kind: "wake", what: `${who} resumes`, detail: `at ${ms(atUs)}   ${where}` };
}

/** Waits at one place that end one after the other are told once, with their number. */
function append(lines: StoryLine[], line: StoryLine): void {
  const last = lines.at(-1);
  if (last?.kind !== "wake" || line.kind !== "wake" || !isSameWait(last, line)) {
    lines.push(line);
    return;
  }
  const count = Number(/ ×(\d+)$/.exec(last.what)?.[1] ?? 1) + 1;
  lines[lines.length - 1] = { ...line, what: `${line.what} ×${count}` };
}

function isSameWait(first: StoryLine, second: StoryLine): boolean {
  const where = (line: StoryLine): string => line.detail.split("   ")[1] ?? "";
  return first.what.replace(/ ×\d+$/, "") === second.what && where(first) === where(second);
}

function brokenLine(failure: Failure): StoryLine {
  const what = failure.property ?? failure.error;
  const detail = failure.property === undefined ? failure.message : "";
  return { kind: "broken", what, detail };
}

function isCode(detail: string): boolean {
  return /^(?:await |new )*[\w$.]+\(/.test(detail);
}

function hasOverlap(events: readonly RunEvent[]): boolean {
  let inFlight = 0;
  for (const { kind } of events) {
    if (kind === "step") inFlight += 1;
    if (kind === "done" || kind === "threw") inFlight -= 1;
    if (inFlight > 1) return true;
  }
  return false;
}

function countSteps(events: readonly RunEvent[]): number {
  return events.filter((event) => event.kind === "step").length;
}

function ms(us: number): string {
  return `${Number((us / 1_000).toFixed(3)).toLocaleString("en-US")} ms`;
}
