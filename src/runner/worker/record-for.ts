import type { Decision } from "../../kernel/decisions/decision.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { DecisionPlan, RecordCommand, RunRecording } from "../protocol/protocol.ts";
import { LimitWatch } from "../protocol/run-limit.ts";
import type { RunListener } from "../subject-runner.ts";
import { UncontrolledUses } from "../uncontrolled-uses.ts";
import { type DecidedBy, recordRun } from "./record-run.ts";
import type { SubjectSession } from "./subject-session.ts";
import { openDebugger, stopForDebugger, waitForDebugger } from "./wait-for-debugger.ts";
import type { CallWatch } from "./watch-calls.ts";

/** Records a run as a command says, and tells what was asked to be told while it goes on. */
export async function recordFor(
  { following, isSpoken = false, limit, inspectAt }: RecordCommand,
  parts: {
    readonly open: SubjectSession;
    readonly watching: CallWatch | undefined;
    readonly listener: RunListener;
  },
): Promise<RunRecording> {
  const { open, watching, listener } = parts;
  if (inspectAt !== undefined) {
    listener.onInspecting?.(openDebugger());
    waitForDebugger();
  }
  const stacks: string[] = [];
  const watch = limit === undefined ? undefined : new LimitWatch(limit);
  let taken = 0;
  const hear = (decision: Decision): void => {
    taken += 1;
    watch?.onDecision();
    if (taken === inspectAt) stopForDebugger();
    if (watching !== undefined) stacks.push(new Error().stack ?? "");
    if (isSpoken) listener.onDecision?.(decisionLine(decision));
  };
  const isHeard = [watching, watch, inspectAt].some((part) => part !== undefined) || isSpoken;
  const hearEvent = (event: RunEvent): void => {
    watch?.onEvent(event);
    if (isSpoken) listener.onEvent?.(event);
  };
  const recorded = await recordRun({
    ...open,
    decidedBy: decidedBy(following),
    onDecision: isHeard ? hear : undefined,
    onEvent: isSpoken || watch !== undefined ? hearEvent : undefined,
    onStart: watching?.start,
  });
  const { outcome, identity, divergence, decisions, events, eventsToFailure } = recorded;
  const { verdict, because, failure } = outcome;
  const uses = new UncontrolledUses(open.frames);
  uses.add(outcome.escapes);
  return {
    type: "recorded",
    verdict,
    because,
    divergence,
    failure,
    identity,
    place: open.frames(failure?.stack ?? "")[0] ?? watching?.waitsAt(failure),
    decisions: decisions.slice(0, watch?.at?.decisions).map(decisionLine),
    events: events.slice(0, watch?.at?.events),
    eventsToFailure,
    isCut: watch?.at !== undefined,
    decisionFrames: stacks.map(open.frames),
    witnessed: watching?.calls ?? [],
    uncontrolled: uses.list(),
  };
}

// --- inside ---

function decidedBy(following: DecisionPlan): DecidedBy {
  if (following.how === "random") return following;
  if (following.how === "strategy") {
    return { ...following, seeds: (following.seeds ?? []).map(decodeDecisions) };
  }
  return { ...following, decisions: decodeDecisions(following.decisions) };
}
