import type { SecretMask } from "../../kernel/agent/index.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { traceLimits } from "../../kernel/trace/trace-limits.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { storeFinding } from "../../store/finding-store.ts";
import { provenBefore } from "../../store/proven-before.ts";
import type { AgentRunOptions } from "./agent-options.ts";
import type { AgentCampaign, FailedCell } from "./campaign.ts";
import { conversationTrace } from "./conversation-trace.ts";
import { groupFailures, type Weakness } from "./group-failures.ts";
import { proveConversation, type ProvenTalk } from "./prove-conversation.ts";
import { judgedAs } from "./sessions/export-sessions.ts";
import { findingOf } from "./shrink/agent-finding.ts";
import type { Stage } from "./stage.ts";
import { changedInput } from "./talk.ts";

/** What was proven, and the files that were written for it. */
export interface ProvenFailures {
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
}

/** So many weaknesses are made small; the rest is in the report all the same. */
const findingsMax = 20;

/**
 * Holds one failed conversation of each kind again, makes it small, and keeps it as a trace. What
 * failed only in sessions is told as it was held: a replay repeats, and changes nothing.
 */
export async function proveFailures(
  campaign: AgentCampaign,
  options: AgentRunOptions & { readonly stage: Stage; readonly mask: SecretMask },
): Promise<ProvenFailures> {
  const weaknesses = groupFailures(campaign.failed, options.config.name);
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  for (const weakness of weaknesses.slice(0, findingsMax)) {
    if (options.signal.aborted) break;
    if (weakness.easiest.held.talk.phase === "replay") {
      findings.push(repeated(weakness, options));
      continue;
    }
    const kept = await prove(weakness, { campaign, ...options });
    findings.push(kept.finding);
    artifacts.push(...kept.artifacts);
    unwritten.push(...kept.unwritten);
  }
  return { findings, artifacts, unwritten };
}

// --- inside ---

/** A prompt of megabytes that could not be made shorter does not fit on a line of a trace. */
const lineLengthMax = traceLimits.lineLengthMax / 2;

type Proving = AgentRunOptions & {
  readonly stage: Stage;
  readonly mask: SecretMask;
  readonly campaign: AgentCampaign;
};

/** A failure of a session: it is small already, or what a user wrote. */
function repeated({ easiest, occurrences }: Weakness, { config }: AgentRunOptions): Finding {
  const { invariant, cell, held } = easiest;
  const { conversation, talk } = held;
  const size = talk.faults.length + conversation.strikes.length;
  return findingOf({
    agent: config.name,
    invariant,
    cell,
    conversation,
    input: talk.input,
    shrunk: { from: size, to: size, tries: 0, isConfirmed: true },
    occurrences,
  });
}

/** So many cells are held again for a weakness, where the easiest one does not fail again. */
const cellsMax = 3;

/**
 * Makes the easiest cell small that fails again. One that failed since the machine was busy for a
 * moment must not stand for those that fail each time.
 */
async function firstConfirmed(
  { easiest, others }: Weakness,
  proving: Proving,
): Promise<{ readonly failed: FailedCell; readonly proven: ProvenTalk }> {
  const agent = proving.config.name;
  const again = { ...proving, budget: proving.config.shrinkBudget };
  const proveCell = async (failed: FailedCell) => ({
    failed,
    proven: await proveConversation({ agent, ...failed }, again),
  });
  const first = await proveCell(easiest);
  if (first.proven.shrunk.isConfirmed || first.proven.shrunk.cutBy !== undefined) return first;
  for (const other of others.slice(0, cellsMax - 1)) {
    if (proving.signal.aborted || other.held.talk.phase === "replay") break;
    const next = await proveCell(other);
    if (next.proven.shrunk.isConfirmed) return next;
  }
  return first;
}

async function prove(
  weakness: Weakness,
  proving: Proving,
): Promise<{
  readonly finding: Finding;
  readonly artifacts: readonly string[];
  readonly unwritten: readonly UnwrittenFile[];
}> {
  const { config, mask, projectRoot } = proving;
  const { failed, proven } = await firstConfirmed(weakness, proving);
  const { invariant, held, cell } = failed;
  const { talk } = held;
  const { shrunk, smallest, because = cell.because } = proven;
  const found = findingOf({
    agent: config.name,
    invariant,
    cell: { because, conversation: cell.conversation },
    conversation: smallest.conversation,
    input: smallest.talk.input,
    shrunk,
    occurrences: weakness.occurrences,
  });
  const replay = gauntletCommand("replay", { words: [found.id] });
  const trace = `.gauntlet/findings/${found.id}/trace.jsonl.gz`;
  const finding = mask.whole({ ...found, trace, replay });
  const session = {
    id: found.id,
    name: `${cell.scenario}: ${invariant.id}`,
    source: "gauntlet",
    ...judgedAs(changedInput(talk)),
    toolResponses: [],
    contract: config.contract?.name ?? "default",
    invariant: invariant.id,
    cell: talk.cell,
    faults: smallest.talk.faults,
  };
  const { decisions } = shrunk;
  const unkept = { ...finding, trace: undefined, replay: undefined };
  if (decisions.some((one) => decisionLine(one).length > lineLengthMax)) {
    return { finding: unkept, artifacts: [], unwritten: [] }; // the report has all of it
  }
  const kept = mask.whole({ finding, decisions, seed: talk.seed, session });
  const file = { projectRoot, file: proving.configFile };
  if (!shrunk.isConfirmed && (await provenBefore(projectRoot, finding)) !== undefined) {
    return { finding, artifacts: [], unwritten: [] }; // a proof is not replaced by a doubt
  }
  const stored = await storeFinding(projectRoot, {
    finding,
    trace: conversationTrace({ ...kept, config: file }),
  });
  // A token holds decisions without what else a conversation depends on.
  const isKept = stored.finding.trace !== undefined;
  return { ...stored, finding: isKept ? finding : unkept };
}
