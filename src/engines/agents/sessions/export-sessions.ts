import type {
  AgentCell,
  Conversation,
  SentMutation,
  Severity,
} from "../../../kernel/agent/agent-cell.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import { keptStrike } from "../../../kernel/agent/fault-plan.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import { slug } from "../slug.ts";
import type { ReplaySession } from "./session.ts";
import { storeSessions, type StoredSession, type StoreOptions } from "./store-sessions.ts";

/** Writes a session file for each conversation of a report in which an invariant failed. */
export async function exportSessions(
  report: AgentReport,
  options: StoreOptions,
): Promise<readonly StoredSession[]> {
  return storeSessions(failedSessions(report), options);
}

/**
 * The conversations of a report in which an invariant failed, as sessions. Those that were replays
 * are left out: they are sessions already.
 */
export function failedSessions(report: AgentReport): readonly ReplaySession[] {
  return report.conversations.flatMap((conversation, index) => {
    const failed = report.cells
      .filter((cell) => cell.conversation === index && cell.state === "fail")
      .toSorted((one, other) => ranks[one.severity] - ranks[other.severity]);
    const [worst] = failed;
    if (worst === undefined || conversation.phase === "replay") return [];
    return [sessionOf(conversation, { report, failed, invariant: worst.invariant })];
  });
}

// --- inside ---

const ranks: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

function sessionOf(
  conversation: Conversation,
  known: {
    readonly report: AgentReport;
    readonly failed: readonly AgentCell[];
    readonly invariant: string;
  },
): ReplaySession {
  const { report, failed, invariant } = known;
  const { phase, scenario, sent, history = [], request, cell, strikes } = conversation;
  const { seed } = report;
  if (strikes.length > 0 && (seed === undefined || cell === undefined)) {
    throw new GauntletError({
      code: "A064",
      what: `the report does not say the ${seed === undefined ? "seed" : "cell"} of a failure`,
      where: `${phase} ${scenario}`,
      note: "what a fault does is drawn from both, so the failure could not be repeated",
      help: "run the agent again with this version and export from that report",
    });
  }
  const struck = new Set(strikes.map((strike) => strike.fault));
  const { trial } = conversation;
  const id = `${slug(`${phase}-${scenario}`, 60)}-${digest([sent, history, request, cell, trial])}`;
  return {
    id,
    name: `${scenario}: ${invariant}`,
    source: "gauntlet",
    input: sent,
    history,
    toolResponses: [],
    contract: report.contract ?? "default",
    invariant,
    expectedFailure: failed.map((one) => `${one.invariant}: ${one.because}`).join("\n"),
    ...judgedAs(conversation.mutation ?? {}),
    ...(request === undefined ? {} : { request }),
    ...(seed === undefined ? {} : { seed }),
    ...(cell === undefined ? {} : { cell }),
    faults: conversation.faults.filter((fault) => struck.has(fault.id)),
    strikes: strikes.map((strike) => keptStrike(strike)),
  };
}

type JudgedAs = Pick<ReplaySession, "meaning" | "canary" | "mustDiffer">;

/** How an answer to a changed prompt is judged, as a session keeps it. */
export function judgedAs({
  meaning,
  canary,
  mustDiffer,
}: Partial<SentMutation> | JudgedAs): JudgedAs {
  return {
    ...(meaning === undefined ? {} : { meaning }),
    ...(canary === undefined ? {} : { canary }),
    ...(mustDiffer === true ? { mustDiffer } : {}),
  };
}

function digest(parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 8);
}
