import { decidedSteps } from "../../kernel/decisions/decided-steps.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { findingInput } from "../../kernel/fuzz/finding-input.ts";
import type { FailureIdentity } from "../../kernel/failure/identity.ts";
import { tellStory } from "../../kernel/result/story.ts";
import { decisionsToToken } from "../../kernel/decisions/token.ts";
import { type Trace, traceVersion } from "../../kernel/trace/trace.ts";
import { tiersAfter } from "../../world/tiers.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { EncodedDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { LoadedSubject, RunRecording } from "../../runner/protocol/protocol.ts";
import { replayCommand } from "./replay-command.ts";
import type { CampaignSettings } from "../settings.ts";

/** A failure that was seen, before it is proven. */
export interface Suspect {
  readonly runIndex: number;
  readonly identity: FailureIdentity;
  readonly failure: Failure;
  /** Of the lists that showed it, the one that is best to start shrinking from. */
  readonly decisions: EncodedDecisions;
  /** How many lines the list of the first sighting had. */
  readonly firstLength: number;
  readonly occurrences: number;
}

/** The smallest run that shows a suspect, and what it took to find it. */
export interface Proof {
  readonly recorded: RunRecording;
  readonly attempts: number;
  /** The budget that ended shrinking, if one did. */
  readonly cutBy?: string | undefined;
  /** Whether a process that ran nothing else before showed the same identity. */
  readonly isConfirmed: boolean;
  /** Whether there was no time to show it again. */
  readonly isUnproven?: boolean | undefined;
}

/** A finding with the trace that shows it. */
export interface ProvenFinding {
  readonly finding: Finding;
  readonly trace: Trace;
}

/** A suspect that nobody had time to show again, as it was seen. */
export function unproven(suspect: Suspect): Proof {
  const { failure, identity, decisions } = suspect;
  const recorded: RunRecording = {
    type: "recorded",
    verdict: "broken",
    because: "",
    divergence: undefined,
    failure,
    identity,
    place: undefined,
    decisions,
    events: [],
    decisionFrames: [],
    witnessed: [],
    uncontrolled: [],
  };
  return { recorded, attempts: 0, isConfirmed: false, isUnproven: true };
}

/** Puts a finding and its trace together. */
export function provenFinding(
  suspect: Suspect,
  proof: Proof,
  context: { readonly loaded: LoadedSubject; readonly settings: CampaignSettings },
): ProvenFinding {
  const { recorded } = proof;
  const { loaded } = context;
  const failure = recorded.failure ?? suspect.failure;
  const trace = traceOf(recorded, suspect, context);
  const { decisions } = trace;
  const input = findingInput(decisions, loaded.declared.input);
  const id = findingId(loaded.subject.name, suspect.identity);
  const file = `.gauntlet/findings/${id}/trace.jsonl.gz`;
  // Whoever had no time to run it again still sees what was done.
  const events = proof.isUnproven === true ? decidedSteps(decisions) : recorded.events;
  return {
    trace,
    finding: {
      id,
      kind: failure.kind,
      identity: suspect.identity,
      message: failure.message,
      subject: loaded.subject.name,
      exitMode: failure.exitMode,
      place: recorded.place,
      story: tellStory(events, failure),
      ...(input === undefined ? {} : { input }),
      shrunk: {
        from: Math.max(suspect.firstLength, decisions.length),
        to: decisions.length,
        attempts: proof.attempts,
        ...(proof.cutBy === undefined ? {} : { cutBy: proof.cutBy }),
      },
      occurrences: suspect.occurrences,
      runIndex: suspect.runIndex,
      trace: file,
      replay: replayCommand(file, { run: context.settings.run, file: loaded.subject.file }),
      token: tokenOf(decisions),
      isConfirmed: proof.isConfirmed,
      ...(proof.isUnproven === true ? { isUnproven: true } : {}),
    },
  };
}

/** What a failure of a subject is called. */
export function findingId(subject: string, { key }: FailureIdentity): string {
  // A key may come from a trace that anyone wrote, and the id becomes the name of a folder.
  return `${slug(subject)}-${key.replaceAll(/\W/g, "").slice(0, 8)}`;
}

/** A recorded run as a trace. */
export function traceOf(
  recorded: RunRecording,
  suspect: { readonly runIndex: number },
  context: { readonly loaded: LoadedSubject; readonly settings: CampaignSettings },
): Trace {
  const { loaded, settings } = context;
  return {
    header: {
      format: "gauntlet-trace",
      version: traceVersion,
      seed: settings.seed,
      runIndex: suspect.runIndex,
      subject: loaded.subject,
      settings: settings.run,
      versions: loaded.versions,
      tiers: tiersAfter(loaded.tiers, recorded.uncontrolled),
      ...(recorded.uncontrolled.length > 0 ? { uncontrolled: recorded.uncontrolled } : {}),
    },
    decisions: decodeDecisions(recorded.decisions),
    events: recorded.events,
    verdict: verdictOf(recorded),
  };
}

// --- inside ---

/** A token longer than this is no help on a command line or in a comment. */
const tokenLengthMax = 2_000;

function tokenOf(decisions: readonly Decision[]): string | undefined {
  if (decisions.length > tokenLengthMax) return undefined; // each takes a byte at least
  const token = decisionsToToken(decisions);
  return token.length <= tokenLengthMax ? token : undefined;
}

function verdictOf(recorded: RunRecording): Trace["verdict"] {
  const { verdict, identity, because, divergence, failure } = recorded;
  if (verdict === "held") return { kind: "held" };
  if (verdict === "broken" && identity !== undefined) {
    const { message = "", exitMode } = failure ?? {};
    const mode = exitMode === undefined ? {} : { exitMode };
    return { kind: "broken", identity, because: message, ...mode };
  }
  return { kind: "unknown", because, divergence };
}

function slug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 40) || "subject";
}
