import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { namesFor, type ScanConfig } from "../../config/index.ts";
import {
  isSuspicious,
  type Law,
  lawProperty,
  lawsFor,
  meansLaw,
  minedLaws,
} from "../../subject/laws/index.ts";
import { runCampaign } from "../campaign.ts";
import type { CampaignOutcome } from "../campaign-outcome.ts";
import type { ConfiguredTarget } from "../entries/apply-policy.ts";
import type { RunTarget } from "../proof/record-fresh.ts";
import { joinFunctions } from "./join-functions.ts";
import { lawTarget, type LawContext } from "./law-target.ts";

/** What looking for laws may take. */
export interface LawBudget {
  /** Runs for each function. */
  readonly runsMax: number;
  readonly timeMsMax: number;
  /** What is left of a time that is shared with others. */
  readonly leftMs?: () => number;
  readonly signal?: AbortSignal;
}

/** Runs in which functions broke laws that they almost have, and where they can be proven. */
export interface LawCampaigns {
  readonly runs: number;
  readonly broken: readonly BrokenLaws[];
}

/** What broke laws of one call. */
export interface BrokenLaws {
  readonly call: CallPlan;
  readonly runTarget: RunTarget;
  readonly campaign: CampaignOutcome;
}

/**
 * Looks for laws that functions of a file almost have, and for runs that break them: a function
 * that people write to have a law and that keeps it for most values is wrong more often than not.
 * Laws of which the policy does not want to hear are left out.
 */
export async function runLawCampaigns(
  found: readonly ConfiguredTarget[],
  place: LawContext & { readonly policy: ScanConfig },
  budget: LawBudget,
): Promise<LawCampaigns> {
  const { policy } = place;
  const isWanted = (call: CallPlan, others: readonly CallPlan[]): boolean =>
    intendedLaws(call, others, policy).length > 0;
  const joined = joinFunctions(found, isWanted);
  const groups = [...(joined === undefined ? [] : [joined]), ...classesOf(found, isWanted)];
  let runs = 0;
  const broken: BrokenLaws[] = [];
  for (const all of groups) {
    const timeMsMax = Math.min(budget.timeMsMax, budget.leftMs?.() ?? Infinity);
    if (timeMsMax <= 0 || budget.signal?.aborted === true) break;
    const seen = await groupLaws(all, place, { ...budget, timeMsMax });
    runs += seen.runs;
    broken.push(...seen.broken);
  }
  return { runs, broken };
}

/** The laws of a function that people mean and that the policy does not leave out. */
export function intendedLaws(
  call: CallPlan,
  others: readonly CallPlan[],
  policy: ScanConfig,
): readonly Law[] {
  if (call.kind === "constructor" || call.olderOf !== undefined) return [];
  return lawsFor(call, others).filter((law) => {
    // Methods change what they belong to: calling one again may rightly give something else.
    if (call.kind === "method" && !law.isNamed && !law.isClear) return false;
    const ignored = law.isRelation
      ? [policy.ignoredRelations, policy.expectedRelations]
      : [policy.ignoredProperties, policy.expectedProperties];
    const names = ignored.flatMap((table) => namesFor(table, call.name));
    return law.isMeant && !names.some((name) => meansLaw(name, law));
  });
}

// --- inside ---

/** So many calls must break a law that is clear: one may be by chance. */
const clearMin = 3;

/** What happened in one of so many runs is looked for in so many times as many. */
const againFactor = 4;

/** Classes with methods of which laws are looked for, each with all of its methods. */
function classesOf(
  found: readonly ConfiguredTarget[],
  isWanted: (call: CallPlan, others: readonly CallPlan[]) => boolean,
): readonly ConfiguredTarget[] {
  return found
    .filter(({ target: { receiver, blocked } }) => receiver !== undefined && blocked === undefined)
    .filter(({ target: { calls } }) =>
      calls.some((call) =>
        isWanted(
          call,
          calls.filter((other) => other !== call),
        ),
      ),
    )
    .map(({ target, options }) => ({ target, options: { ...options, judges: [] } }));
}

/** Calls functions, or the methods of one class, together, and then whoever broke a law again. */
async function groupLaws(
  all: ConfiguredTarget,
  place: LawContext & { readonly policy: ScanConfig },
  budget: LawBudget,
): Promise<LawCampaigns> {
  const { policy } = place;
  const endMs = performance.now() + budget.timeMsMax;
  const { calls } = all.target;
  const observing = await lawTarget(
    all,
    [{ maker: "observeLaws", data: { only: "meant" } }],
    place,
  );
  const seen = await runCampaign(observing, { ...budget, runsMax: budget.runsMax * calls.length });
  let runs = seen.runs;
  const broken: BrokenLaws[] = [];
  for (const call of calls) {
    const laws = suspiciousLaws(call, { calls, seen, policy });
    const timeMsMax = endMs - performance.now();
    if (laws.length === 0 || timeMsMax <= 0) continue;
    const judges = laws.map((name) => ({ maker: "law", data: { call: call.name, name } }));
    const runTarget = await lawTarget(withCalls(all, call, laws), judges, place);
    const campaign = await runCampaign(runTarget, {
      ...budget,
      timeMsMax,
      runsMax: budget.runsMax * againFactor,
    });
    runs += campaign.runs;
    const own = new Set(laws.map((name) => lawProperty(call.name, name)));
    const suspects = campaign.suspects.filter(({ identity }) => own.has(identity.property));
    broken.push({ call, runTarget, campaign: { ...campaign, suspects } });
  }
  return { runs, broken };
}

function suspiciousLaws(
  call: CallPlan,
  about: {
    readonly calls: readonly CallPlan[];
    readonly seen: CampaignOutcome;
    readonly policy: ScanConfig;
  },
): readonly string[] {
  const others = about.calls.filter((other) => other !== call);
  const laws = new Map(
    intendedLaws(call, others, about.policy).map((law) => [law.name, law] as const),
  );
  return minedLaws(call, others, about.seen.tally.observations.values())
    .filter((law) => {
      const isClear = laws.get(law.name)?.isClear === true && law.broken >= clearMin;
      return laws.has(law.name) && (isClear || isSuspicious(law));
    })
    .map(({ name }) => name);
}

/** The function alone, with those that its laws are about besides. */
function withCalls(
  all: ConfiguredTarget,
  call: CallPlan,
  laws: readonly string[],
): ConfiguredTarget {
  // What methods say depends on what was called before: all of them stay.
  if (all.target.receiver !== undefined) return all;
  const besides = all.target.calls.filter(
    (other) =>
      other !== call &&
      laws.some(
        (name) => name.endsWith(` through ${other.name}`) || name.endsWith(` to ${other.name}`),
      ),
  );
  return { ...all, target: { ...all.target, name: call.name, calls: [call, ...besides] } };
}
