import path from "node:path";
import type { SecretMask } from "../../kernel/agent/index.ts";
import { gauntletCommand } from "../../kernel/shell-command.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { UnwrittenFile } from "../../kernel/unwritten-file.ts";
import { storeFolder, writeWhole } from "../../runner/finding-store.ts";
import { UnwrittenFiles } from "../../runner/unwritten-files.ts";
import type { AgentRunOptions } from "./agent-options.ts";
import type { Campaign, FailedCell } from "./campaign.ts";
import type { ReplaySession } from "./sessions/session.ts";
import { groupFailures, type Weakness } from "./group-failures.ts";
import { judgedAs } from "./sessions/export-sessions.ts";
import { sessionYaml } from "./sessions/write-session.ts";
import { agentIdentity, findingOf } from "./shrink/agent-finding.ts";
import {
  type ShrinkCandidate,
  shrinkConversation,
  type Shrunk,
} from "./shrink/shrink-conversation.ts";
import type { Stage } from "./stage.ts";
import { changedInput, type Held, type Talk } from "./talk.ts";

/** What was proven, and the files that were written for it. */
export interface ProvenFailures {
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
}

/** So many weaknesses are made small; the rest is in the report all the same. */
const findingsMax = 20;

/** Holds one failed conversation of each kind again, makes it small, and keeps it as a session. */
export async function proveFailures(
  campaign: Campaign,
  options: AgentRunOptions & { readonly stage: Stage; readonly mask: SecretMask },
): Promise<ProvenFailures> {
  const weaknesses = groupFailures(campaign.failed, options.config.name);
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const refused = new UnwrittenFiles(options.projectRoot);
  for (const weakness of weaknesses.slice(0, findingsMax)) {
    if (options.signal.aborted) break;
    const { finding, file, text } = await prove(weakness, { campaign, ...options });
    const written = await refused.attempt(async () => {
      await writeWhole(path.join(options.projectRoot, file), text);
      return file;
    });
    const unkept = { ...finding, trace: undefined, replay: undefined };
    findings.push(written === undefined ? unkept : finding);
    artifacts.push(...(written === undefined ? [] : [written]));
  }
  return { findings, artifacts, unwritten: refused.list };
}

// --- inside ---

type Proving = AgentRunOptions & {
  readonly stage: Stage;
  readonly mask: SecretMask;
  readonly campaign: Campaign;
};

async function prove(
  { easiest, occurrences }: Weakness,
  proving: Proving,
): Promise<{ readonly finding: Finding; readonly file: string; readonly text: string }> {
  const { config } = proving;
  const { invariant } = easiest;
  const { talk } = easiest.held;
  const { session } = talk;
  const { shrunk, smallest, because } = await shrink(easiest, proving);
  const found = findingOf({
    agent: config.name,
    invariant,
    cell: { because: because ?? easiest.cell.because, conversation: easiest.cell.conversation },
    conversation: smallest.conversation,
    shrunk,
    occurrences,
  });
  const file = path.posix.join(storeFolder, "findings", found.id, "session.yaml");
  const kept: ReplaySession = {
    id: found.id,
    name: session?.name ?? `${easiest.cell.scenario}: ${invariant.id}`,
    source: "gauntlet",
    input: shrunk.input.prompt,
    history: shrunk.input.history ?? [],
    ...judgedAs(changedInput(talk)),
    ...(shrunk.input.request === undefined ? {} : { request: shrunk.input.request }),
    toolResponses: session?.toolResponses ?? [],
    ...(session?.cassette === undefined ? {} : { cassette: session.cassette }),
    contract: session?.contract ?? config.contract?.name ?? "default",
    invariant: invariant.id,
    expectedFailure: session?.expectedFailure ?? found.message,
    seed: talk.seed,
    cell: talk.cell,
    faults: shrunk.faults,
    strikes: shrunk.strikes,
  };
  const text = await sessionYaml(proving.mask.whole(kept));
  const replay = gauntletCommand("agent replay run", { words: [file] });
  return { finding: { ...found, trace: file, replay }, file, text };
}

interface ShrunkConversation {
  readonly shrunk: Shrunk;
  /** The smallest conversation as it was held. */
  readonly smallest: Held;
  /** Why its cell failed, where it was held again. */
  readonly because: string | undefined;
}

async function shrink(first: FailedCell, proving: Proving): Promise<ShrunkConversation> {
  const { talk, conversation } = first.held;
  let smallest = first.held;
  let because: string | undefined;
  const { invariant } = first;
  const agent = proving.config.name;
  const keyOf = (held: Held): string =>
    agentIdentity({ agent, invariant, conversation: held.conversation }).key;
  const key = keyOf(first.held);
  const fails = async (candidate: ShrinkCandidate): Promise<boolean> => {
    if (proving.signal.aborted) return false;
    const held = await proving.stage.hold(candidateTalk(talk, candidate));
    const failure = await proving.campaign.failureOf(held, first.invariant);
    if (failure === undefined || keyOf(held) !== key) return false;
    smallest = held;
    because = failure;
    return true;
  };
  const shrunk = await shrinkConversation(
    {
      input: talk.input,
      base: talk.prompt, // the user's own words stay: shorter ones would ask something else
      edits: talk.edits ?? [],
      faults: talk.faults,
      strikes: conversation.strikes,
    },
    fails,
    proving.config.shrinkBudget,
  );
  return { shrunk, smallest, because };
}

function candidateTalk(talk: Talk, { input, faults, strikes }: ShrinkCandidate): Talk {
  return { ...talk, input, faults, strikes };
}
