import { assert } from "../../kernel/errors/assert.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { Section } from "../section.ts";
import { clippedLines, decisionLines, eventLines } from "../trace-lines.ts";

/** A run that was made again, as far as it was asked for. */
export const replayedSection: Section<"replayed", ReplayedRun, ReplayedDocument> = {
  name: "replayed",
  place: "before findings",
  text: ({ isStepped, decisions, events }, page) => [
    clippedLines([
      ...(isStepped ? [...decisionLines(decisions), ""] : []),
      ...eventLines(events),
    ]).map(page.paint.text),
  ],
  json: ({ decisions, events }) => ({
    // Decisions are written as they stand in a trace.
    decisions: decisions.map((decision) => JSON.parse(decisionLine(decision)) as unknown),
    events,
  }),
  merge: ([run, ...others]) => {
    assert(run !== undefined, "a section is merged of at least one");
    assert(others.length === 0, "one run is made again at a time");
    return run;
  },
};

/** A run that was made again, up to where it was to be told. */
export interface ReplayedRun {
  /** Whether decisions are told with the steps that took them. */
  readonly isStepped: boolean;
  readonly decisions: readonly Decision[];
  readonly events: readonly RunEvent[];
}

/** The same for programs. */
export interface ReplayedDocument {
  readonly decisions: readonly unknown[];
  readonly events: readonly unknown[];
}
