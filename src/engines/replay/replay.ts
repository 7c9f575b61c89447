import { assert } from "../../kernel/errors/assert.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { sectionOf } from "../../report/section.ts";
import { type ReplayedRun, replayedSection } from "../../report/sections/replayed.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { readTrace } from "../../store/trace-file.ts";
import type { DecisionPlan, LoadedSubject, RunRecording } from "../../runner/protocol/protocol.ts";
import { controlOf } from "../../campaign/proof/control-of.ts";
import {
  recordOptionsFor,
  type RecordRunOptions,
  recordFresh,
} from "../../campaign/proof/record-fresh.ts";
import { provenFinding, type Suspect } from "../../campaign/proof/prove.ts";
import { replayCommand } from "../../campaign/proof/replay-command.ts";
import type { RunLimit } from "../../runner/protocol/run-limit.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { traceTarget } from "../../campaign/proof/trace-target.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";

/** What replaying takes. */
export interface ReplayOptions {
  readonly projectRoot: string;
  /** The trace as the user named it; shown, and used for the next command. */
  readonly name: string;
  /** The file of the trace; absent where there is none. */
  readonly source?: string | undefined;
  readonly trace: Trace;
  readonly settings: CampaignSettings;
  /** The command that runs it again; `replay` with the name where it is left out. */
  readonly replayCommand?: string;
  /** Follows the trace as far as it goes and then chance, as a regression does. */
  readonly isRegression?: boolean;
  /** Whether the user named the file that is run, so that the trace does not choose it. */
  readonly isSubjectNamed?: boolean;
  /** How the run itself is told; not at all where it is left out. */
  readonly view?: ReplayView | undefined;
}

/** What of a run is told besides its verdict, and where it ends. */
export interface ReplayView {
  readonly isStepped: boolean;
  readonly limit?: RunLimit | undefined;
  readonly inspect?: RecordRunOptions["inspect"];
}

/** Reads a trace and replays it. */
export async function replayFile(
  file: string,
  options: Omit<ReplayOptions, "trace" | "source">,
): Promise<Result> {
  return replay({ ...options, source: file, trace: await readTrace(file) });
}

/** Runs a recorded run again and says whether the recorded failure appears again. */
export async function replay(options: ReplayOptions): Promise<Result> {
  const startMs = performance.now();
  const { trace } = options;
  const runTarget = await traceTarget(trace, options);
  const decisions = trace.decisions.map(decisionLine);
  const following: DecisionPlan =
    options.isRegression === true
      ? { how: "seeded", decisions, seed: trace.header.seed }
      : { how: "strict", decisions };
  const look = {
    ...(trace.verdict.kind === "broken" ? recordOptionsFor(trace.verdict.identity) : {}),
    ...(runTarget.settings.run.isStrict === false ? { isWitnessed: true } : {}),
    limit: options.view?.limit,
    inspect: options.view?.inspect,
  };
  const { recorded, loaded } = await recordFresh(following, runTarget, look);
  const { verdict, because } = judge(trace, recorded);
  const context = { loaded, settings: runTarget.settings };
  const findings = verdict === "broken" ? [findingOf(options, recorded, context)] : [];
  return {
    command: "replay",
    subject: loaded.subject.name,
    verdict,
    because,
    summary: {
      runs: 1,
      seconds: (performance.now() - startMs) / 1_000,
      seed: trace.header.seed,
      decisions: recorded.decisions.length,
    },
    findings,
    sections:
      options.view === undefined
        ? []
        : [sectionOf(replayedSection, replayedRun(options.view, recorded))],
    properties: [],
    evidence: emptyEvidence,
    ...controlOf({ run: runTarget.settings.run, loaded, uncontrolled: recorded.uncontrolled }),
    notes:
      trace.header.subject.digest === "" || trace.header.subject.digest === loaded.subject.digest
        ? []
        : ["the code has changed since this trace was recorded"],
    traces: [],
    source: options.source,
    artifacts: [],
    next: [],
  };
}

// --- inside ---

function replayedRun({ isStepped }: ReplayView, recorded: RunRecording): ReplayedRun {
  const { events } = recorded;
  return { isStepped, decisions: decodeDecisions(recorded.decisions), events };
}

function judge(
  trace: Trace,
  recorded: RunRecording,
): { readonly verdict: Result["verdict"]; readonly because: string } {
  if (recorded.isCut === true) {
    const because = "the run was shown only up to the limit, not to its end";
    return { verdict: "unknown", because };
  }
  if (recorded.verdict === "unknown") {
    const { divergence } = recorded;
    if (divergence === undefined) return { verdict: "unknown", because: recorded.because };
    const { index, recorded: held, asked } = divergence;
    const because =
      `decision ${index + 1} diverged: the trace has \`${held}\`, ` +
      `the code asked for \`${asked}\``;
    return { verdict: "unknown", because };
  }
  const expected = trace.verdict.kind === "broken" ? trace.verdict.identity.key : undefined;
  if (recorded.verdict === "held") {
    const because = expected === undefined ? "" : "the recorded failure did not appear: fixed";
    return { verdict: "held", because };
  }
  const isSame = expected === undefined || recorded.identity?.key === expected;
  return { verdict: "broken", because: isSame ? "" : "another failure than the recorded one" };
}

function findingOf(
  options: ReplayOptions,
  recorded: RunRecording,
  context: { readonly loaded: LoadedSubject; readonly settings: CampaignSettings },
): Finding {
  const { identity, failure, decisions } = recorded;
  assert(identity !== undefined && failure !== undefined, "a broken run has a failure");
  const { runIndex } = options.trace.header;
  const firstLength = decisions.length;
  const suspect: Suspect = { runIndex, identity, failure, decisions, firstLength, occurrences: 1 };
  const proof = { recorded, attempts: 0, isConfirmed: true };
  const { finding } = provenFinding(suspect, proof, context);
  const { name, trace } = options;
  const { settings: run, subject } = trace.header;
  const command = options.replayCommand ?? replayCommand(name, { run, file: subject.file });
  return { ...finding, trace: name, replay: command };
}
