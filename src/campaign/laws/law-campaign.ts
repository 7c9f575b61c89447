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
  readonly broken: readonly {
    readonly call: CallPlan;
    readonly runTarget: RunTarget;
    readonly campaign: CampaignOutcome;
  }[];
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
  const all = joinFunctions(found, (call, others) => intendedLaws(call, others, policy).length > 0);
  if (all === undefined) return { runs: 0, broken: [] };
  const endMs = performance.now() + Math.min(budget.timeMsMax, budget.leftMs?.() ?? Infinity);
  const { calls } = all.target;
  const observing = await lawTarget(
    all,
    [{ maker: "observeLaws", data: { only: "meant" } }],
    place,
  );
  const seen = await runCampaign(observing, { ...budget, runsMax: budget.runsMax * calls.length });
  let runs = seen.runs;
  const broken: LawCampaigns["broken"][number][] = [];
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

/** The laws of a function that people mean and that the policy does not leave out. */
export function intendedLaws(
  call: CallPlan,
  others: readonly CallPlan[],
  policy: ScanConfig,
): readonly Law[] {
  // Methods change what they belong to: calling one again may rightly give something else.
  if (call.kind !== "function" && call.kind !== "static") return [];
  return lawsFor(call, others).filter((law) => {
    const ignored = law.isRelation
      ? [policy.ignoredRelations, policy.expectedRelations]
      : [policy.ignoredProperties, policy.expectedProperties];
    const names = ignored.flatMap((table) => namesFor(table, call.name));
    return law.isMeant && !names.some((name) => meansLaw(name, law));
  });
}

// --- inside ---

/** What happened in one of so many runs is looked for in so many times as many. */
const againFactor = 4;

function suspiciousLaws(
  call: CallPlan,
  about: {
    readonly calls: readonly CallPlan[];
    readonly seen: CampaignOutcome;
    readonly policy: ScanConfig;
  },
): readonly string[] {
  const others = about.calls.filter((other) => other !== call);
  const names = new Set(intendedLaws(call, others, about.policy).map(({ name }) => name));
  return minedLaws(call, others, about.seen.tally.observations.values())
    .filter((law) => isSuspicious(law) && names.has(law.name))
    .map(({ name }) => name);
}

/** The function alone, with those that its laws are about besides. */
function withCalls(
  all: ConfiguredTarget,
  call: CallPlan,
  laws: readonly string[],
): ConfiguredTarget {
  const besides = all.target.calls.filter(
    (other) =>
      other !== call &&
      laws.some(
        (name) => name.endsWith(` through ${other.name}`) || name.endsWith(` to ${other.name}`),
      ),
  );
  return { ...all, target: { ...all.target, name: call.name, calls: [call, ...besides] } };
}
