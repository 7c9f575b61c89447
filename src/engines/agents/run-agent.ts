import type { AgentReport, Conversation } from "../../kernel/agent/index.ts";
import { SecretMask } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { emptyEvidence, type Result } from "../../kernel/result.ts";
import type { AgentRunOptions } from "./agent-options.ts";
import { agentVerdict } from "./agent-verdict.ts";
import { Campaign, type FailedCell } from "./campaign.ts";
import { refuseUnreachable } from "./refuse-unreachable.ts";
import {
  chaosTalks,
  contractTalks,
  mutationTalks,
  type PlannedTalk,
  rulesOf,
} from "./plan-talks.ts";
import { proveFailures } from "./prove-failures.ts";
import { makeMutations } from "./mutations/make-mutations.ts";
import { scoreOf } from "./score/score.ts";
import { sessionTalks } from "./session-talks.ts";
import { Stage } from "./stage.ts";
import { remembers } from "./statefulness.ts";
import { openUpstreams } from "./upstreams.ts";
import { UserFunctions } from "./user-functions.ts";

/** Holds every conversation of the phases, judges, makes failures small, and scores. */
export async function runAgent(options: AgentRunOptions): Promise<Result> {
  const startMs = performance.now();
  const { config, signal } = options;
  const mask = new SecretMask();
  const told: string[] = [];
  const functions = new UserFunctions(config, signal);
  const closing: { close(): Promise<void> }[] = [functions];
  try {
    const tell = (sentence: string): void => void told.push(sentence);
    const planned = await plan(options, { functions, mask, tell });
    refuseUnreachable(config, planned);
    const upstreams = await openUpstreams(config, mask);
    const stage = await Stage.open(config, { upstreams, mask, env: options.env, signal });
    closing.push(stage);
    const campaign = new Campaign(stage, config, { ...options, functions });
    const isStateful = await isRemembering(stage, planned);
    await campaign.hold(planned);
    const proven = await proveFailures(campaign, { ...options, stage });
    const report = reportOf(campaign, options);
    const { scores, phases } = report;
    const judged = agentVerdict(campaign.cells, {
      phases,
      overall: scores.overall,
      minimum: options.minimum,
      isInterrupted: signal.aborted,
    });
    const notes = [...told, ...(isStateful ? [statefulNote] : [])];
    return {
      command: options.command,
      subject: config.name,
      ...judged,
      summary: {
        runs: campaign.conversations.length,
        seconds: (performance.now() - startMs) / 1_000,
        seed: options.seed,
        cells: campaign.cells.length,
        failed: campaign.failed.length,
      },
      findings: proven.findings,
      properties: [],
      evidence: emptyEvidence,
      agent: report,
      notes,
      artifacts: proven.artifacts,
      next: nextOf(campaign.failed),
    };
  } finally {
    for (const one of closing.toReversed()) await one.close();
  }
}

// --- inside ---

const statefulNote =
  "the agent remembers between conversations: asked the same again, it asks its model something " +
  "else. Set `reset_endpoint` or `reset_function`, or cells depend on those before them";

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
    const mutations = await makeMutations(config.prompts, {
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
    const faults = options.isMutatedUnderChaos ? (chaos?.faults ?? []) : [];
    planned.push(...mutationTalks(config, mutations, { faults, seed }));
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

/** Asks the first prompt twice before anything else; without a reset both must look the same. */
async function isRemembering(stage: Stage, planned: readonly PlannedTalk[]): Promise<boolean> {
  const calm = planned.find(({ talk }) => talk.faults.length === 0 && talk.mutation === undefined);
  if (calm === undefined) return false;
  const repeated: Conversation[] = [];
  for (let round = 0; round < 2; round++) {
    repeated.push((await stage.hold(calm.talk)).conversation);
  }
  return remembers(repeated);
}

function reportOf(campaign: Campaign, { config, seed }: AgentRunOptions): AgentReport {
  const { cells, conversations } = campaign;
  const scored = scoreOf(cells, {
    scoring: config.scoring,
    mutationWeights: config.mutations.weights,
    conversations,
  });
  const { contract } = config;
  return {
    agent: config.name,
    seed,
    ...(contract === undefined ? {} : { contract: contract.name }),
    cells,
    conversations,
    ...scored,
  };
}

/** What failed in a replay is a session already; the rest can become one. */
function nextOf(failed: readonly FailedCell[]): readonly string[] {
  const isNew = failed.some(({ cell }) => cell.phase !== "replay");
  return isNew ? ["npx gauntlet agent replay export --from-report latest"] : [];
}
