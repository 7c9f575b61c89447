import { sha256 } from "../../kernel/values/sha256.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { emptyEvidence, type Result, type ResultCase } from "../../kernel/result/result.ts";
import { sectionOf } from "../../report/section.ts";
import { casesSection } from "../../report/sections/cases.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { decisionLine, eventLine } from "../../kernel/trace/trace-write.ts";
import { readTrace } from "../../store/trace-file.ts";
import { controlOf } from "../../campaign/proof/control-of.ts";
import type { RunRecording } from "../../runner/protocol/protocol.ts";
import {
  recordOptionsFor,
  type FreshRecording,
  recordFresh,
} from "../../campaign/proof/record-fresh.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import { traceTarget } from "../../campaign/proof/trace-target.ts";
import { stepP99Us } from "./step-times.ts";

/** What checking a trace for CI takes. */
export interface CiOptions {
  readonly projectRoot: string;
  /** The trace as the user named it. */
  readonly name: string;
  /** Its file. */
  readonly source: string;
  readonly settings: CampaignSettings;
  /** Whether what was left uncontrolled is fine. */
  readonly isUnsafe: boolean;
  /** A trace to compare the time of steps with, and how many percent more are fine. */
  readonly speed?: { readonly baseline: Trace; readonly percentMax: number } | undefined;
  /** Checks that somebody else made. */
  readonly further: readonly ResultCase[];
}

/**
 * Says whether a recorded run still reproduces: it is whole, the code is the same, and running it
 * again gives the same verdict, identity, decisions and events. A recorded failure that fails again
 * in the same way is what is wanted here.
 */
export async function ci(options: CiOptions): Promise<Result> {
  const startMs = performance.now();
  const seconds = (): number => (performance.now() - startMs) / 1_000;
  const read = await readWhole(options.source);
  if ("problem" in read) {
    const cases = [check(wholeName, read.problem), ...options.further];
    const summary = { runs: 0, seconds: seconds(), seed: options.settings.seed };
    return { ...resultOf(options, cases, ""), subject: "", summary };
  }
  const { trace } = read;
  const runTarget = await traceTarget(trace, options);
  const look = trace.verdict.kind === "broken" ? recordOptionsFor(trace.verdict.identity) : {};
  const decisions = trace.decisions.map(decisionLine);
  const { recorded, loaded } = await recordFresh({ how: "strict", decisions }, runTarget, look);
  const checks = checksOf(options, trace, { recorded, loaded });
  const cases = [check(wholeName, ""), ...checks, ...options.further];
  const { uncontrolled } = recorded;
  return {
    ...resultOf(options, cases, `; the run is as it was recorded: ${trace.verdict.kind}`),
    subject: trace.header.subject.name,
    summary: {
      runs: 1,
      seconds: seconds(),
      seed: trace.header.seed,
      decisions: recorded.decisions.length,
      recorded: trace.verdict.kind,
    },
    ...controlOf({ run: runTarget.settings.run, loaded, uncontrolled }),
  };
}

// --- inside ---

const wholeName = "the trace is whole";

/** Reads a trace; one that is damaged is a check that fails, not a mistake of the caller. */
async function readWhole(
  file: string,
): Promise<{ readonly trace: Trace } | { readonly problem: string }> {
  try {
    return { trace: await readTrace(file) };
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    const { code, where = "", what } = thrown;
    return { problem: `${where}: ${what} (${code})` };
  }
}

function resultOf(
  { source, name }: CiOptions,
  cases: readonly ResultCase[],
  heldAs: string,
): Omit<Result, "subject" | "summary"> {
  const broken = cases.filter(({ verdict }) => verdict === "broken").length;
  return {
    command: "ci",
    verdict: broken > 0 ? "broken" : "held",
    because:
      broken > 0 ? `${broken} of ${cases.length} checks failed` : `${cases.length} checks${heldAs}`,
    sections: [sectionOf(casesSection, cases)],
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    source,
    notes: [],
    artifacts: [],
    next: broken > 0 ? [gauntletCommand("replay", { words: [name] })] : [],
  };
}

function checksOf(
  { isUnsafe, speed }: CiOptions,
  trace: Trace,
  { recorded, loaded }: FreshRecording,
): readonly ResultCase[] {
  const { header, verdict } = trace;
  const digest = header.subject.digest;
  const recordedLines = trace.decisions.map(decisionLine);
  const uncontrolled = header.uncontrolled ?? [];
  return [
    check(
      "the code is the recorded one",
      digest === "" || digest === loaded.subject.digest
        ? ""
        : "it has changed since the trace was recorded; record it again",
    ),
    check("the verdict is the recorded one", verdictProblem(verdict, recorded)),
    check("the decisions are the recorded ones", listProblem(recordedLines, recorded.decisions)),
    check("the events are the recorded ones", eventProblem(trace.events, recorded)),
    check(
      "nothing was left uncontrolled",
      uncontrolled.length === 0 || isUnsafe
        ? ""
        : `${uncontrolled.map(({ call }) => call).join(", ")}; \`--unsafe\` lets it pass`,
    ),
    ...(speed === undefined ? [] : [check("steps take no longer", speedProblem(recorded, speed))]),
  ];
}

function check(name: string, problem: string): ResultCase {
  const verdict = problem === "" ? "held" : "broken";
  return { name, verdict, because: problem, seconds: 0, findings: [] };
}

function verdictProblem(verdict: Trace["verdict"], recorded: RunRecording): string {
  const found = recorded.verdict === "unknown" ? recorded.because : recorded.verdict;
  if (verdict.kind !== recorded.verdict) return `it was ${verdict.kind}, and is now ${found}`;
  if (verdict.kind !== "broken" || verdict.identity.key === recorded.identity?.key) return "";
  const { error = "", message = "" } = recorded.identity ?? {};
  return `it fails in another way: ${error}: ${message}`;
}

function listProblem(before: readonly string[], after: readonly string[]): string {
  if (digestOf(before) === digestOf(after)) return "";
  const at = before.findIndex((line, index) => line !== after[index]);
  if (at < 0) return `there are ${after.length - before.length} more`;
  return `number ${at + 1} was \`${before[at] ?? ""}\`, and is now \`${after[at] ?? "missing"}\``;
}

/** Only up to the failure: how a broken run comes to its end is not decided by the list. */
function eventProblem(
  before: readonly RunEvent[],
  { verdict, events, eventsToFailure }: RunRecording,
): string {
  const count = verdict === "broken" ? eventsToFailure : undefined;
  const [then, now] = [before, events].map((list) => list.slice(0, count).map(eventLine));
  return listProblem(then ?? [], now ?? []);
}

function digestOf(lines: readonly string[]): string {
  return sha256(lines.join("\n"));
}

function speedProblem(recorded: RunRecording, speed: NonNullable<CiOptions["speed"]>): string {
  const before = stepP99Us(speed.baseline.events);
  const after = stepP99Us(recorded.events);
  const grown = before === 0 ? (after === 0 ? 0 : 100) : ((after - before) / before) * 100;
  if (grown <= speed.percentMax) return "";
  const ms = (us: number): string => `${(us / 1_000).toFixed(3)} ms`;
  return `99 % end within ${ms(after)}, before within ${ms(before)}: ${grown.toFixed(1)} % more`;
}
