import { readFileSync } from "node:fs";
import path from "node:path";
import type { RequestChange } from "../../kernel/agent/index.ts";
import { type DecidedTalk, decidedTalk } from "../../kernel/agent/talk-decisions.ts";
import type { Finding, StoryLine } from "../../kernel/result/finding.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { type Trace, traceVersion } from "../../kernel/trace/trace.ts";
import { ownVersion } from "../../world/own-version.ts";
import { inputOf } from "./decided-talk.ts";
import { snakeKeys } from "./sessions/key-case.ts";
import { checkSession } from "./sessions/read-session.ts";
import type { ReplaySession } from "./sessions/session.ts";
import { sessionData } from "./sessions/write-session.ts";

/** A conversation that failed, with all that a trace keeps of it. */
export interface TracedConversation {
  readonly finding: Finding;
  readonly decisions: readonly Decision[];
  readonly seed: Seed;
  /** What it depends on besides: what is sent and struck stands in the decisions. */
  readonly session: Omit<ReplaySession, "input" | "history" | "strikes" | "request" | "seed">;
  readonly config: ConfigFile;
}

/** The file that describes the agent. */
export interface ConfigFile {
  readonly projectRoot: string;
  /** Absolute; undefined where there is none. */
  readonly file: string | undefined;
}

/** The trace of a conversation: an ordinary one, which every verb about traces reads. */
export function conversationTrace(traced: TracedConversation): Trace {
  const { finding, decisions, seed, session, config } = traced;
  const { input: _, ...agent } = sessionData({ ...session, input: "", history: [] });
  return {
    header: {
      format: "gauntlet-trace",
      version: traceVersion,
      seed,
      runIndex: finding.runIndex,
      subject: {
        name: finding.subject,
        file: shownFile(config),
        exportName: "agent",
        digest: configFileDigest(config),
      },
      settings: { stepsPerRun: 0, latencyUsMax: 0, agent },
      versions: { gauntlet: ownVersion(), node: process.versions.node },
      tiers: {},
    },
    decisions,
    events: finding.story.map(eventOf),
    verdict: {
      kind: "broken",
      identity: finding.identity,
      because: finding.message,
      ...(finding.isConfirmed ? {} : { isConfirmed: false }),
    },
  };
}

/** The digest of the file that describes the agent; "" where there is none. */
export function configFileDigest({ file }: ConfigFile): string {
  return file === undefined ? "" : sha256(readFileSync(file));
}

/** The conversation of a trace: what decides it, and the session that it is. */
export async function tracedTalk(
  { header, decisions }: Trace,
  shown: string,
): Promise<{ readonly decided: DecidedTalk; readonly session: ReplaySession }> {
  const decided = decidedTalk(decisions);
  if (decided === undefined) {
    throw new GauntletError({
      code: "A078",
      what: "the decisions of this trace are those of no conversation",
      where: shown,
      help: "make it again: `gauntlet agent ci`",
    });
  }
  const { prompt, history, request } = inputOf(decided);
  const data = {
    ...header.settings.agent,
    input: prompt,
    seed: header.seed,
    strikes: decided.faults.flatMap(({ strikes }) => strikes),
    ...(history === undefined ? {} : { history }),
    ...(request === undefined ? {} : { request: snakeKeys(request satisfies RequestChange) }),
  };
  return { decided, session: await checkSession(data, shown) };
}

// --- inside ---

function shownFile({ projectRoot, file }: ConfigFile): string {
  if (file === undefined) return "gauntlet.toml";
  return path.relative(projectRoot, file).split(path.sep).join("/");
}

const eventKinds: Readonly<Record<StoryLine["kind"], RunEvent["kind"]>> = {
  step: "step",
  fault: "fault",
  wake: "wake",
  note: "note",
  broken: "property",
};

/** An agent lives in real time, which is another one each time: none is kept. */
function eventOf({ kind, what, detail }: StoryLine): RunEvent {
  return { atUs: 0, kind: eventKinds[kind], name: what, ...(detail === "" ? {} : { detail }) };
}
