import type { AgentCell, AgentInvariant } from "../../kernel/agent/index.ts";
import { talkSize } from "../../kernel/agent/talk-decisions.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { confirmedTrace, isOnceSeen } from "../../kernel/trace/once-seen.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { writeTrace } from "../../store/trace-file.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import type { AgentRunOptions } from "./agent-options.ts";
import { maskFor } from "./agent-secrets.ts";
import { AgentCampaign } from "./campaign.ts";
import { configFileDigest, tracedTalk } from "./conversation-trace.ts";
import { talkAs } from "./decided-talk.ts";
import { fillAddresses } from "./fill-addresses.ts";
import { proveConversation } from "./prove-conversation.ts";
import { calmAs, invariantsOf, needsBaseline, talkOf } from "./session-talks.ts";
import { agentIdentity, findingOf } from "./shrink/agent-finding.ts";
import { Stage } from "./stage.ts";
import type { HeldConversation } from "./talk.ts";
import { openUpstreams } from "./upstreams.ts";
import { RubricGrader } from "./model/rubric-grader.ts";
import { UserFunctions } from "./user-functions.ts";

/** What holding the conversation of a trace again takes. */
export interface TracedOptions {
  readonly projectRoot: string;
  readonly configFile: string | undefined;
  readonly config: AgentConfig;
  readonly trace: Trace;
  /** The trace as the user named it, and its file. */
  readonly name: string;
  readonly source: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Holds the conversation of a trace again, judges the rule that failed, and changes nothing. */
export async function replayConversation(options: TracedOptions): Promise<Result> {
  const startMs = performance.now();
  const { trace, name } = options;
  const { judged, notes } = await onTrace(options, ({ judged: first }) => Promise.resolve(first));
  const { verdict, because } = verdictOf(judged, trace);
  const { held, invariant, cell } = judged;
  const size = talkSize(trace.decisions);
  const failed = {
    agent: options.config.name,
    invariant,
    cell: { because: cell.because, conversation: trace.header.runIndex },
    conversation: held.conversation,
    input: held.talk.input,
    shrunk: { from: size, to: size, tries: 0, isConfirmed: true },
    occurrences: 1,
  };
  const named = { trace: name, replay: gauntletCommand("replay", { words: [name] }) };
  const findings = verdict === "broken" ? [{ ...findingOf(failed), ...named }] : [];
  const seconds = (performance.now() - startMs) / 1_000;
  return {
    ...resultOf(options, { command: "replay", runs: 1, seconds }),
    verdict,
    because,
    findings,
    notes,
  };
}

/** Makes the conversation of a trace smaller, and writes the smaller one, if there is one. */
export async function shrinkConversation(
  options: TracedOptions & {
    readonly attempts: number | undefined;
    readonly target: { readonly path: string; readonly name: string };
  },
): Promise<Result> {
  const startMs = performance.now();
  const { trace, name, target, config, signal } = options;
  const { judged: proven, notes } = await onTrace(options, async ({ stage, campaign, judged }) => {
    if (verdictOf(judged, trace).verdict !== "broken") throw doesNotFail(name, judged.cell);
    const { held, invariant } = judged;
    const budget = options.attempts ?? config.shrinkBudget;
    const how = { stage, campaign, signal, budget };
    const made = await proveConversation({ agent: config.name, invariant, held }, how);
    return { ...made, invariant, first: judged.cell.because };
  });
  const { shrunk, smallest, invariant, because = proven.first } = proven;
  const isNew =
    textOf(shrunk.decisions) !== textOf(trace.decisions) ||
    (isOnceSeen(trace) && shrunk.isConfirmed);
  const refused = new UnwrittenFiles(options.projectRoot);
  const finding = findingOf({
    agent: config.name,
    invariant,
    cell: { because, conversation: trace.header.runIndex },
    conversation: smallest.conversation,
    input: smallest.talk.input,
    shrunk,
    occurrences: 1,
  });
  const seen = shrunk.isConfirmed ? confirmedTrace(trace) : trace;
  const made = { ...seen, decisions: shrunk.decisions };
  const written = isNew
    ? await refused.attempt(() =>
        writeTrace({ path: target.path, trace: made, collision: "overwrite" }),
      )
    : undefined;
  const traceName = written === undefined ? name : target.name;
  const replay = gauntletCommand("replay", { words: [traceName] });
  const seconds = (performance.now() - startMs) / 1_000;
  return {
    ...resultOf(options, { command: "shrink", runs: shrunk.tries, seconds }),
    verdict: "broken",
    because: "",
    findings: [{ ...finding, trace: traceName, replay }],
    unwritten: refused.list,
    notes: isNew ? notes : [...notes, "the trace is already minimal: no new one was written"],
    traces: written === undefined ? [] : [target.path],
    artifacts: written === undefined ? [] : [target.name],
    next: [replay],
  };
}

// --- inside ---

interface Judged {
  readonly held: HeldConversation;
  readonly invariant: AgentInvariant;
  readonly cell: AgentCell;
}

interface OnTrace {
  readonly stage: Stage;
  readonly campaign: AgentCampaign;
  readonly judged: Judged;
}

/** Opens the agent with everything around it, and holds and judges the conversation once. */
async function onTrace<Made>(
  options: TracedOptions,
  body: (on: OnTrace) => Promise<Made>,
): Promise<{ readonly judged: Made; readonly notes: readonly string[] }> {
  const { trace, name, env, signal } = options;
  const config = fillAddresses(options.config, env);
  const mask = maskFor(config, env);
  const { decided, session } = await tracedTalk(trace, name);
  const run = runOptions(options, config);
  const invariant = (await invariantsOf(session, run)).find(({ id }) => id === session.invariant);
  if (invariant === undefined) throw noSuchRule(session.invariant ?? "", name);
  const functions = new UserFunctions(config, signal);
  const grader = new RubricGrader(config, { env, signal, mask });
  const closing: { close(): Promise<void> }[] = [functions, grader];
  try {
    const upstreams = await openUpstreams(config, mask);
    const stage = await Stage.open(config, { upstreams, mask, signal, env });
    closing.push(stage);
    const campaign = new AgentCampaign(stage, config, { ...run, functions, grader, mask });
    const talk = talkAs(await talkOf(session, run, mask), decided);
    if (needsBaseline(invariant)) await campaign.hold([{ talk: calmAs(talk), invariants: [] }]);
    const held = await stage.hold(talk);
    const cell = await campaign.cellOf(held, invariant);
    if (cell === undefined) throw noSuchRule(invariant.id, name);
    return {
      judged: await body({ stage, campaign, judged: { held, invariant, cell } }),
      notes: notesOf(options),
    };
  } finally {
    for (const one of closing.toReversed()) await one.close();
  }
}

function runOptions(options: TracedOptions, config: AgentConfig): AgentRunOptions {
  const { projectRoot, trace, env, signal } = options;
  return {
    command: "replay",
    projectRoot,
    config,
    seed: trace.header.seed,
    phases: ["replay"],
    chaos: undefined,
    isMutatedUnderChaos: false,
    minimum: 0,
    env,
    signal,
    tell: () => {},
  };
}

function notesOf({ trace, projectRoot, configFile: file }: TracedOptions): readonly string[] {
  const { digest } = trace.header.subject;
  const isSame = digest === "" || digest === configFileDigest({ projectRoot, file });
  return isSame ? [] : ["the configuration has changed since this trace was recorded"];
}

function verdictOf(
  { held, invariant, cell }: Judged,
  trace: Trace,
): Pick<Result, "verdict" | "because"> {
  const { verdict, header } = trace;
  if (cell.state === "pass") {
    return isOnceSeen(trace)
      ? { verdict: "unknown", because: onceSeen }
      : { verdict: "held", because: "the recorded failure did not appear: fixed" };
  }
  if (cell.state !== "fail") return { verdict: "unknown", because: cell.because };
  const { conversation } = held;
  const { key } = agentIdentity({ agent: header.subject.name, invariant, conversation });
  const isSame = verdict.kind !== "broken" || verdict.identity.key === key;
  return { verdict: "broken", because: isSame ? "" : "another failure than the recorded one" };
}

/** What failed once may not fail this time either, whether anything was mended or not. */
const onceSeen =
  "the recorded failure did not appear, but it was only ever seen once (not confirmed): " +
  "this does not show that it is fixed";

function resultOf(
  { trace, source }: TracedOptions,
  told: { readonly command: string; readonly runs: number; readonly seconds: number },
): Omit<Result, "verdict" | "because" | "findings" | "notes"> & {
  readonly findings: readonly Finding[];
} {
  const { seed, subject } = trace.header;
  const { command, runs, seconds } = told;
  return {
    command,
    subject: subject.name,
    summary: { runs, seconds, seed, decisions: trace.decisions.length },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    traces: [],
    source,
    artifacts: [],
    next: [],
  };
}

function textOf(decisions: Trace["decisions"]): string {
  return JSON.stringify(decisions.map(decisionLine));
}

function noSuchRule(rule: string, name: string): GauntletError {
  return new GauntletError({
    code: "A078",
    what: `the configuration has no rule \`${rule}\`, which failed in this trace`,
    where: name,
    help: "bring the rule back, or remove the trace",
  });
}

function doesNotFail(name: string, { state, because }: AgentCell): GauntletError {
  return new GauntletError({
    code: "T031",
    what: `the trace \`${name}\` no longer fails, so there is nothing to minimise`,
    where: name,
    note: `holding it again ended \`${state}\`${because === "" ? "" : `: ${because}`}`,
    help: gauntletCommand("replay", { words: [name] }),
  });
}
