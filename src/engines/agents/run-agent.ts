import type { AgentCell, AgentReport, Conversation, SecretMask } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { sectionOf } from "../../report/section.ts";
import { agentSection } from "../../report/sections/agent.ts";
import type { AgentRunOptions } from "./agent-options.ts";
import { maskFor } from "./agent-secrets.ts";
import { agentVerdict } from "./agent-verdict.ts";
import { AgentCampaign } from "./campaign.ts";
import { fillAddresses } from "./fill-addresses.ts";
import { gaveUpOn } from "./gave-up.ts";
import { type FirstTalk, refuseSilentModel } from "./refuse-silent-model.ts";
import { refuseUnreachable } from "./refuse-unreachable.ts";
import {
  chaosTalks,
  contractTalks,
  mutationTalks,
  type PlannedTalk,
  rulesOf,
} from "./plan-talks.ts";
import { type ProvenFailures, proveFailures } from "./prove-failures.ts";
import { makeMutations } from "./mutations/make-mutations.ts";
import { withoutWires } from "./mutations/without-wires.ts";
import { RubricGrader } from "./model/rubric-grader.ts";
import { scoreOf } from "./score/score.ts";
import { sessionTalks } from "./session-talks.ts";
import { Stage } from "./stage.ts";
import { blindRepeats, isBlind, memoryNote, type Repeat } from "./statefulness.ts";
import type { HeldConversation } from "./talk.ts";
import { openUpstreams } from "./upstreams.ts";
import { UserFunctions } from "./user-functions.ts";

/** Holds every conversation of the phases, judges, makes failures small, and scores. */
export async function runAgent(asked: AgentRunOptions): Promise<Result> {
  const startMs = performance.now();
  const options = { ...asked, config: fillAddresses(asked.config, asked.env) };
  const held: HeldSoFar = {
    notes: [],
    cells: [],
    aside: [],
    conversations: [],
    again: new Set(),
    proven: nothingProven,
  };
  const mask = maskFor(options.config, options.env);
  try {
    await holdAll(options, held, mask);
  } catch (thrown) {
    // Whatever an interrupt broke off is no error: what was judged before it is told.
    if (!options.signal.aborted) throw maskedError(thrown, mask);
  }
  // Once more, now that all secrets are known: the first events were written before the last key.
  const { cells, proven, notes } = mask.whole(held);
  const report = mask.whole(reportOf(held, options));
  const judged = agentVerdict(report, {
    phases: report.phases,
    overall: report.scores.overall,
    minimum: options.minimum,
    isInterrupted: options.signal.aborted,
    again: [...held.again],
  });
  return {
    command: options.command,
    subject: options.config.name,
    ...judged,
    summary: {
      runs: held.conversations.length,
      seconds: (performance.now() - startMs) / 1_000,
      seed: options.seed,
      cells: cells.length,
      failed: cells.filter(({ state }) => state === "fail").length,
    },
    findings: proven.findings,
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(agentSection, report)],
    unwritten: proven.unwritten,
    notes,
    artifacts: proven.artifacts,
    next: nextOf(cells),
  };
}

// --- inside ---

/** What came of a campaign up to now; it is added to while the campaign goes on. */
interface HeldSoFar {
  readonly notes: string[];
  cells: readonly AgentCell[];
  /** Judged only to be compared with. */
  aside: readonly AgentCell[];
  conversations: readonly Conversation[];
  again: ReadonlySet<string>;
  proven: ProvenFailures;
}

const nothingProven: ProvenFailures = { findings: [], artifacts: [], unwritten: [] };

async function holdAll(options: AgentRunOptions, held: HeldSoFar, mask: SecretMask): Promise<void> {
  const { config, signal } = options;
  const functions = new UserFunctions(config, signal);
  const tell = (sentence: string): void => void held.notes.push(sentence);
  const grader = new RubricGrader(config, { env: options.env, signal, mask, tell });
  const closing: { close(): Promise<void> }[] = [functions, grader];
  try {
    const planned = await plan(options, { functions, mask, tell });
    refuseUnreachable(config, planned);
    const upstreams = await openUpstreams(config, mask);
    const stage = await Stage.open(config, { upstreams, mask, signal, env: options.env });
    closing.push(stage);
    const campaign = new AgentCampaign(stage, config, { ...options, functions, grader, mask });
    held.cells = campaign.cells;
    held.aside = campaign.aside;
    held.conversations = campaign.conversations;
    held.again = campaign.again;
    const meet = (calm: HeldConversation): void => campaign.meet(calm);
    const memory = await memoryOf(stage, planned, { ...options, meet });
    if (memory !== undefined) tell(memory);
    await campaign.hold(planned);
    if (stage.differences.length > 0) tell(differenceNote(stage.differences));
    held.proven = await proveFailures(campaign, { ...options, stage, mask });
    for (const refused of stage.refused) tell(refused);
  } finally {
    for (const one of closing.toReversed()) await one.close();
  }
}

/** An error without secrets: it may hold what an agent wrote before it ended. */
function maskedError(thrown: unknown, mask: SecretMask): unknown {
  if (!(thrown instanceof GauntletError)) return thrown;
  const { code, what, where, pointer, frame, note, help } = thrown;
  return new GauntletError(mask.whole({ code, what, where, pointer, frame, note, help }));
}

/** That a recording was played loosely is no failure, but whoever reads the cells must know. */
function differenceNote(differences: readonly string[]): string {
  const hidden = differences.length - differencesMax;
  const more = hidden > 0 ? [`and ${hidden} more`] : [];
  const shown = [...differences.slice(0, differencesMax), ...more].join("; ");
  return `a recording answered what is not quite the same: ${shown}`;
}

const differencesMax = 3;

interface Planning {
  readonly functions: UserFunctions;
  readonly mask: SecretMask;
  readonly tell: (told: string) => void;
}

async function plan(
  options: AgentRunOptions,
  { functions, mask, tell }: Planning,
): Promise<readonly PlannedTalk[]> {
  const { config, seed, chaos, phases } = options;
  const planned: PlannedTalk[] = [];
  if (phases.includes("mutation")) {
    const made = await makeMutations(config.prompts, {
      method: config.reach.type === "http" ? config.reach.method : undefined,
      seed,
      config: config.mutations,
      model: config.model,
      tools: config.tools.map(({ name }) => name),
      directory: config.directory,
      env: options.env,
      signal: options.signal,
      load: (file, exportName) => functions.load(file, exportName),
      tell,
    });
    const mutations = withoutWires(made, config, tell);
    const active = options.isMutatedUnderChaos ? chaos : undefined;
    planned.push(...mutationTalks(config, mutations, { faults: [], ...active, seed }));
  }
  if (phases.includes("contract") && config.contract !== undefined) {
    planned.push(...contractTalks(config, config.contract, seed));
  }
  if (phases.includes("chaos") && chaos !== undefined) {
    planned.push(...chaosTalks(config, { ...chaos, seed }));
  }
  if (phases.includes("replay")) planned.push(...(await sessionTalks(options, { mask, tell })));
  if (planned.every(({ invariants }) => invariants.length === 0)) throw nothingToJudge(options);
  return planned;
}

function nothingToJudge({ config, phases }: AgentRunOptions): GauntletError {
  const hasRules = rulesOf(config).length > 0;
  return new GauntletError({
    code: "A001",
    what: `there is nothing to judge in ${phases.join(", ")}: not one cell`,
    where: "[agent]",
    help: hasRules
      ? "add `[agent.contract]` with `chaos_matrix`, `[agent.chaos]` or `[agent.replays]`"
      : "add `[[agent.invariants]]` or `[agent.contract]`: what the agent must keep to",
  });
}

/**
 * Asks the first prompt again and again before anything else, to see whether its model answers
 * at all and what an agent remembers.
 */
async function memoryOf(
  stage: Stage,
  planned: readonly PlannedTalk[],
  { config, signal, meet }: AgentRunOptions & { readonly meet: (calm: HeldConversation) => void },
): Promise<string | undefined> {
  const calm = planned.find(({ talk }) => talk.faults.length === 0 && talk.mutation === undefined);
  if (calm === undefined) return undefined;
  const repeats: Repeat[] = [];
  const talks: FirstTalk[] = [];
  // An agent that gives up on a busy machine has not shown what it does without chaos.
  const isDisturbed = (): boolean =>
    talks.length < calmMax && talks.every(({ held }) => gaveUpOn(held.conversation) !== undefined);
  const isEnough = (): boolean =>
    signal.aborted ||
    (repeats.length >= (repeats.every(isBlind) ? blindRepeats : repeatsMin) && !isDisturbed());
  while (!isEnough()) {
    const held = await stage.hold(calm.talk);
    meet(held);
    const { conversation, answer } = held;
    talks.push({ held, refused: stage.refusedQuestion });
    repeats.push({ events: conversation.events, answer, question: stage.firstQuestion });
  }
  if (!signal.aborted) refuseSilentModel(talks, config);
  return memoryNote(repeats, { hasReset: config.reset !== undefined });
}

/** Two conversations show what an agent asks. */
const repeatsMin = 2;
const calmMax = 5;

function reportOf(
  { cells, aside, conversations }: HeldSoFar,
  { config, seed }: AgentRunOptions,
): AgentReport {
  const scored =
    cells.length === 0
      ? unscored // it was interrupted before the first one
      : scoreOf(cells, {
          scoring: config.scoring,
          mutationWeights: config.mutations.weights,
          conversations,
          calm: aside,
        });
  const { contract } = config;
  return {
    agent: config.name,
    seed,
    ...(contract === undefined ? {} : { contract: contract.name }),
    ...(isAsked(conversations) ? { upstream: config.upstream.kind } : {}),
    cells,
    conversations,
    ...scored,
  };
}

/** An agent without a model, or with one that is out of reach, says nothing about one. */
function isAsked(conversations: readonly Conversation[]): boolean {
  return conversations.some(({ events }) => events.some(({ kind }) => kind === "model-call"));
}

const unscored = { scores: {}, phases: [], deltas: [] } as const;

/** What failed in a replay is a session already; the rest can become one. */
function nextOf(cells: readonly AgentCell[]): readonly string[] {
  const isNew = cells.some(({ state, phase }) => state === "fail" && phase !== "replay");
  return isNew ? ["npx gauntlet agent replay export --from-report latest"] : [];
}
