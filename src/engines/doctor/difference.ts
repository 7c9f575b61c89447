import { decisionText } from "../../kernel/decisions/decision.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { RunRecording } from "../../runner/protocol/protocol.ts";
import type { WitnessedCall } from "../../runner/protocol/witnessed-call.ts";

/** Where two recordings of one run part, and what is behind it. */
export interface Difference {
  /** What differs, in a few words. */
  readonly what: string;
  readonly first: Side;
  readonly second: Side;
  /** The uncontrolled call whose answer differed, or the last one before the runs parted. */
  readonly culprit: WitnessedCall | undefined;
}

/** One of the two runs at the place where they part. */
export interface Side {
  readonly text: string;
  readonly frames: readonly SourceLocation[];
}

/** The first difference between two recordings of the same run. */
export function firstDifference(first: RunRecording, second: RunRecording): Difference {
  const at = firstUnequal(first.decisions, second.decisions);
  const culprit = culpritOf(first, second);
  if (at !== undefined) {
    return {
      what: `another decision ${at + 1}`,
      first: decisionSide(first, at),
      second: decisionSide(second, at),
      culprit,
    };
  }
  const eventAt = firstUnequal(first.events.map(eventText), second.events.map(eventText));
  if (eventAt !== undefined) {
    return {
      what: `another event ${eventAt + 1}`,
      first: eventSide(first.events[eventAt]),
      second: eventSide(second.events[eventAt]),
      culprit,
    };
  }
  return {
    what: "another outcome, but not when it was recorded again",
    first: { text: first.verdict, frames: [] },
    second: { text: second.verdict, frames: [] },
    culprit,
  };
}

// --- inside ---

function firstUnequal(first: readonly string[], second: readonly string[]): number | undefined {
  const length = Math.max(first.length, second.length);
  for (let at = 0; at < length; at++) if (first[at] !== second[at]) return at;
  return undefined;
}

function decisionSide(recorded: RunRecording, at: number): Side {
  const line = recorded.decisions[at];
  const text = line === undefined ? "the run has ended" : toldDecision(line);
  return { text, frames: recorded.decisionFrames[at] ?? [] };
}

function toldDecision(line: string): string {
  const [decision] = decodeDecisions([line]);
  return decision === undefined ? line : decisionText(decision);
}

function eventSide(event: RunEvent | undefined): Side {
  return { text: event === undefined ? "the run has ended" : eventText(event), frames: [] };
}

function eventText({ atUs, kind, name, detail }: RunEvent): string {
  return `${kind} ${name}${detail === undefined ? "" : ` ${detail}`} at ${atUs / 1_000} ms`;
}

/** The first uncontrolled call that was answered differently; else the last one there was. */
function culpritOf(first: RunRecording, second: RunRecording): WitnessedCall | undefined {
  const length = Math.max(first.witnessed.length, second.witnessed.length);
  for (let at = 0; at < length; at++) {
    const one = first.witnessed[at];
    const other = second.witnessed[at];
    if (one?.name !== other?.name || one?.result !== other?.result) return one ?? other;
  }
  return first.witnessed.at(-1);
}
