import type { Decision } from "../decisions/decision.ts";
import type { RunEvent } from "../decisions/journal.ts";
import type { Trace, TraceHeader, Verdict } from "./trace.ts";
import { decisionLine, eventLine, verdictLine } from "./trace-write.ts";

/** How many equal items before, and how many items after, a difference is shown with. */
const contextCount = 3;

/** One entry of the header that differs; undefined where a side lacks it. */
export interface HeaderDifference {
  /** Such as `seed` or `versions.node`. */
  readonly key: string;
  readonly first: string | undefined;
  readonly second: string | undefined;
}

/** The first place where two lists part. */
export interface ListDifference<T> {
  /** Position of the first item that differs. */
  readonly index: number;
  /** The equal items just before it. */
  readonly before: readonly T[];
  /** What each side has from there on: the item that differs and a few more; empty at its end. */
  readonly first: readonly T[];
  readonly second: readonly T[];
}

/** What distinguishes two traces, each part undefined or empty where there is nothing. */
export interface TraceDifference {
  readonly isEqual: boolean;
  readonly header: readonly HeaderDifference[];
  readonly decision: ListDifference<Decision> | undefined;
  readonly event: ListDifference<RunEvent> | undefined;
  readonly verdict: { readonly first: Verdict; readonly second: Verdict } | undefined;
}

/** Compares two traces by what a file of them would say. */
export function diffTraces(first: Trace, second: Trace): TraceDifference {
  const header = diffHeaders(first.header, second.header);
  const decision = diffLists(first.decisions, second.decisions, decisionLine);
  const event = diffLists(first.events, second.events, eventLine);
  const hasSameVerdict = verdictLine(first.verdict) === verdictLine(second.verdict);
  const verdict = hasSameVerdict ? undefined : { first: first.verdict, second: second.verdict };
  const isEqual =
    header.length === 0 && decision === undefined && event === undefined && hasSameVerdict;
  return { isEqual, header, decision, event, verdict };
}

// --- inside ---

function diffHeaders(first: TraceHeader, second: TraceHeader): HeaderDifference[] {
  const firstEntries = entriesOf(first);
  const secondEntries = entriesOf(second);
  const keys = new Set([...firstEntries.keys(), ...secondEntries.keys()]);
  return [...keys]
    .map((key) => ({ key, first: firstEntries.get(key), second: secondEntries.get(key) }))
    .filter((difference) => difference.first !== difference.second);
}

/** Every entry under its full name. A seed that is text is quoted: `"42"` and `42` differ. */
function entriesOf(header: TraceHeader): Map<string, string> {
  const { format, version, seed, runIndex, subject, settings, versions, tiers } = header;
  const entries = new Map<string, string>([
    ["format", format],
    ["version", String(version)],
    ["seed", JSON.stringify(seed)],
    ["runIndex", String(runIndex)],
  ]);
  for (const [name, group] of Object.entries({ subject, settings, versions, tiers })) {
    for (const [key, value] of Object.entries(group) as [string, unknown][]) {
      entries.set(`${name}.${key}`, typeof value === "string" ? value : JSON.stringify(value));
    }
  }
  for (const { seam, call, place } of header.uncontrolled ?? []) {
    entries.set(`uncontrolled.${call}`, place === "" ? seam : `${seam} at ${place}`);
  }
  return entries;
}

function diffLists<T>(
  first: readonly T[],
  second: readonly T[],
  lineOf: (item: T) => string,
): ListDifference<T> | undefined {
  const isSame = (index: number): boolean => {
    const [one, other] = [first[index], second[index]];
    return one !== undefined && other !== undefined && lineOf(one) === lineOf(other);
  };
  const shorter = Math.min(first.length, second.length);
  let index = 0;
  while (index < shorter && isSame(index)) index += 1;
  if (index === first.length && index === second.length) return undefined;
  return {
    index,
    before: first.slice(Math.max(0, index - contextCount), index),
    first: first.slice(index, index + contextCount + 1),
    second: second.slice(index, index + contextCount + 1),
  };
}
