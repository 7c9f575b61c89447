import type { MinedLaw } from "../../kernel/mined.ts";
import type { CallPlan } from "../../kernel/call-plan.ts";
import { namesFor, type ScanConfig } from "../../subject/config/index.ts";
import { isSuspicious, lawsFor, meansLaw, minedLaws } from "../../subject/laws/index.ts";
import { hunt } from "../campaign/hunt.ts";
import type { Hunted } from "../campaign/hunted.ts";
import type { Applied } from "../entries/apply-policy.ts";
import type { Court } from "../record-fresh.ts";
import { lawCourt, type LawPlace } from "./law-court.ts";

/** What looking for laws may take. */
export interface LawBudget {
  /** Runs for each call. */
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly signal?: AbortSignal;
}

/** Runs that broke laws, and where they can be proven. */
export interface LawHunt {
  readonly court: Court;
  readonly hunted: Hunted;
}

/**
 * Looks for laws that a target almost has, and for runs that break them: functions that people write
 * to have a law and that keep it for most values are wrong more often than not. Undefined where
 * there is no such law, or the policy does not want to hear of it.
 */
export async function huntLaws(
  applied: Applied,
  place: LawPlace & { readonly policy: ScanConfig },
  budget: LawBudget,
): Promise<LawHunt | undefined> {
  const { calls } = applied.target;
  if (
    applied.target.harness === "stateful" ||
    calls.every((call) => mayAlmost(call).length === 0)
  ) {
    return undefined;
  }
  const observing = await lawCourt(applied, [{ maker: "observeLaws", data: {} }], place);
  const halved = { ...budget, timeMsMax: budget.timeMsMax / 2 };
  const runsMax = budget.runsMax * calls.length;
  const seen = await hunt(observing, { ...halved, runsMax });
  const judges = calls.flatMap((call) =>
    suspiciousOf(call, { calls, seen, policy: place.policy }).map(({ name }) => ({
      maker: "law",
      data: { call: call.name, name },
    })),
  );
  if (judges.length === 0) return undefined;
  const court = await lawCourt(applied, judges, place);
  const hunted = await hunt(court, { ...halved, runsMax: runsMax * againFactor });
  const suspects = hunted.suspects.filter(({ identity }) => identity.property.startsWith("law "));
  return suspects.length === 0 ? undefined : { court, hunted: { ...hunted, suspects } };
}

// --- inside ---

/** What happened in one of so many runs is looked for in so many times as many. */
const againFactor = 4;

function suspiciousOf(
  call: CallPlan,
  about: {
    readonly calls: readonly CallPlan[];
    readonly seen: Hunted;
    readonly policy: ScanConfig;
  },
): readonly MinedLaw[] {
  const { calls, seen, policy } = about;
  const others = calls.filter((other) => other !== call);
  const wanted = mayAlmost(call, others).filter((law) => {
    const ignored = law.isRelation
      ? [policy.ignoredRelations, policy.expectedRelations]
      : [policy.ignoredProperties, policy.expectedProperties];
    const names = ignored.flatMap((table) => namesFor(table, call.name));
    return !names.some((name) => meansLaw(name, law));
  });
  const names = new Set(wanted.map(({ name }) => name));
  return minedLaws(call, others, seen.tally.observations.values()).filter(
    (law) => isSuspicious(law) && names.has(law.name),
  );
}

/** Methods change what they belong to: calling one again may rightly give something else. */
function mayAlmost(call: CallPlan, others: readonly CallPlan[] = []): ReturnType<typeof lawsFor> {
  if (call.kind !== "function" && call.kind !== "static") return [];
  return lawsFor(call, others).filter((law) => law.isMeant);
}
