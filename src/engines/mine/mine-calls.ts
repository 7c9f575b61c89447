import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { FunctionsEvent } from "../../kernel/result/campaign-event.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { MinedFunction } from "../../kernel/result/mined.ts";
import { runCampaign } from "../../campaign/campaign.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import type { ConfiguredTarget } from "../../campaign/entries/apply-policy.ts";
import { joinFunctions } from "../../campaign/laws/join-functions.ts";
import { lawTarget, type LawContext } from "../../campaign/laws/law-target.ts";
import { byStanding, lawsFor, minedLaws } from "../../subject/laws/index.ts";

/** What mining several targets brought. */
export interface MinedCalls {
  readonly functions: readonly MinedFunction[];
  readonly runs: number;
  readonly notes: readonly string[];
  /** Whether the time was over before all of them were called. */
  readonly isCut: boolean;
}

/** What mining may take, and who hears of it. */
export interface MineBudget {
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly startMs: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly tell?: ((event: FunctionsEvent) => void) | undefined;
}

/** Calls each target alone, then functions with each other. */
export async function mineCalls(
  found: readonly ConfiguredTarget[],
  place: LawContext,
  budget: MineBudget,
): Promise<MinedCalls> {
  const pairs = joinFunctions(
    found,
    (call, others) => lawsFor(call, others).length > lawsFor(call).length,
  );
  const jobs: Job[] = [
    ...found.map((applied): Job => ({ applied, only: "alone", runs: budget.runsMax })),
    ...(pairs === undefined ? [] : [pairJob(pairs, budget.runsMax)]),
  ];
  const done = await runJobs(jobs, place, budget);
  const functions = found.flatMap((applied) => {
    const own = done.find(({ job }) => job.applied === applied);
    return own === undefined ? [] : functionsOf(own, pairsOf(done, pairs));
  });
  return {
    functions,
    runs: done.reduce((sum, { campaign }) => sum + (campaign?.runs ?? 0), 0),
    notes: done.flatMap(notesOf),
    isCut: done.length < jobs.length,
  };
}

// --- inside ---

interface Job {
  readonly applied: ConfiguredTarget;
  readonly only: "alone" | "pairs";
  /** For each call. */
  readonly runs: number;
}

interface Done {
  readonly job: Job;
  readonly campaign?: CampaignOutcome | undefined;
  readonly blocked?: MinedFunction["blocked"];
}

/** Relations between two functions are many, and most are seen to be none after a few calls. */
const pairRunsMax = 120;

function pairJob(applied: ConfiguredTarget, runsMax: number): Job {
  return { applied, only: "pairs", runs: Math.min(runsMax, pairRunsMax) };
}

async function runJobs(
  jobs: readonly Job[],
  place: LawContext,
  budget: MineBudget,
): Promise<readonly Done[]> {
  const pending = [...jobs];
  const done: Done[] = [];
  const leftMs = (): number => budget.timeMsMax - (performance.now() - budget.startMs);
  const slot = async (): Promise<void> => {
    for (let job = pending.shift(); job !== undefined; job = pending.shift()) {
      if (budget.signal.aborted || leftMs() <= 0) return;
      done.push(await runJob(job, place, { timeMsMax: leftMs(), signal: budget.signal }));
      const { name } = job.applied.target;
      budget.tell?.({ type: "functions", name, left: pending.length });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, budget.concurrency) }, slot));
  return done;
}

async function runJob(
  job: Job,
  place: LawContext,
  budget: { readonly timeMsMax: number; readonly signal: AbortSignal },
): Promise<Done> {
  const { target } = job.applied;
  if (target.blocked !== undefined) return { job, blocked: target.blocked };
  try {
    const judges = [{ maker: "observeLaws", data: { only: job.only } }];
    const runTarget = await lawTarget(job.applied, judges, place);
    const runsMax = job.runs * target.calls.length;
    return { job, campaign: await runCampaign(runTarget, { runsMax, ...budget }) };
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    return { job, blocked: { why: thrown.what, help: thrown.help ?? "" } };
  }
}

interface Pairs {
  readonly calls: readonly CallPlan[];
  readonly campaign: CampaignOutcome;
}

function pairsOf(done: readonly Done[], pairs: ConfiguredTarget | undefined): Pairs | undefined {
  const campaign = done.find(({ job }) => job.applied === pairs)?.campaign;
  return campaign === undefined || pairs === undefined
    ? undefined
    : { calls: pairs.target.calls, campaign };
}

function functionsOf(
  { job, campaign, blocked }: Done,
  pairs: Pairs | undefined,
): readonly MinedFunction[] {
  const { module, calls } = job.applied.target;
  const observations = [...(campaign?.tally.observations.values() ?? [])];
  return calls.map((plan) => {
    const measured = observations.find(
      ({ operation, name }) => operation === plan.name && name === "output value",
    );
    const own = minedLaws(plan, [], observations);
    return {
      name: plan.name,
      module,
      line: plan.place.line,
      returned: measured?.held ?? 0,
      runs: campaign?.runs ?? 0,
      laws: pairs === undefined ? own : [...own, ...pairLaws(plan, pairs)].toSorted(byStanding),
      blocked,
    };
  });
}

function pairLaws(plan: CallPlan, { calls, campaign }: Pairs): MinedFunction["laws"] {
  const same = calls.find(({ from }) => JSON.stringify(from) === JSON.stringify(plan.from));
  if (same === undefined) return [];
  const others = calls.filter((other) => other !== same);
  const alone = new Set(lawsFor(same).map(({ name }) => name));
  return minedLaws(same, others, campaign.tally.observations.values()).filter(
    ({ name }) => !alone.has(name),
  );
}

/** Whether more calls would have told more, and what kept calls from ending. */
function notesOf({ job, campaign }: Done): readonly string[] {
  if (campaign === undefined) return [];
  const { name } = job.applied.target;
  const { runs, newsAtRun } = campaign;
  const bad = campaign.suspects.map(({ identity, occurrences }) => {
    const often = occurrences === 1 ? "a run" : `${occurrences} runs`;
    return `${name} broke ${often}: ${identity.error}; \`gauntlet scan\` says more`;
  });
  const isSaturated = newsAtRun * 2 <= runs;
  if (job.only === "pairs" || runs < 2 || isSaturated) return bad;
  const late = `${name} still reached new code after ${newsAtRun} of ${runs} runs`;
  return [...bad, `${late}: more runs may tell more`];
}
