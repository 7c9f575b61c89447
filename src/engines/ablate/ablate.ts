import { sectionOf } from "../../report/section.ts";
import type { VariantEvent } from "../../kernel/result/campaign-event.ts";
import {
  type AblatedBug,
  type AblatedVariant,
  type Ablation,
  ablationSection,
  type TimeToBug,
} from "../../report/sections/ablation.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";
import { medianEstimate } from "./bootstrap.ts";
import { type MeasuredCampaign, Campaigns } from "./campaigns.ts";
import { traitsOf, type Variant, variantsOf } from "./variants.ts";

/** What comparing takes. */
export interface AblateOptions {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** How the search is guided where it is, for the case that the settings turn it off. */
  readonly guidance: NonNullable<CampaignSettings["guidance"]>;
  readonly seedsCount: number;
  /** For each campaign. */
  readonly runsMax: number;
  /** For all campaigns together, in equal shares; absent where only runs are counted. */
  readonly timeMsMax?: number | undefined;
  readonly tell?: (event: VariantEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Searches one subject with each variant of the settings from several seeds, and compares which
 * failures they see and how soon. Seeds are the outer loop: a machine that gets slower on the way
 * is then slower for all variants alike.
 */
export async function ablate(options: AblateOptions): Promise<Result> {
  const startMs = performance.now();
  const { settings, seedsCount, runsMax, timeMsMax } = options;
  const variants = variantsOf(settings, options.guidance);
  const seeds = seedsFrom(settings.seed, seedsCount);
  const shareMs =
    timeMsMax === undefined ? undefined : timeMsMax / (variants.length * seeds.length);
  const campaigns = new Campaigns({ ...options, timeMsMax: shareMs ?? dayMs });
  const plan = seeds.flatMap((seed) => variants.map((variant) => ({ seed, variant })));
  for (const [number, { seed, variant }] of plan.entries()) {
    if (options.signal?.aborted === true) break;
    await campaigns.run({ variant, seed, number, count: plan.length });
  }
  const runs = campaigns.all.reduce((sum, campaign) => sum + campaign.runs, 0);
  const ablation: Ablation = {
    subject: campaigns.subject,
    seeds,
    runsMax: runsMax === Number.MAX_SAFE_INTEGER ? undefined : runsMax,
    secondsMax: shareMs === undefined ? undefined : shareMs / 1_000,
    ...compared(variants, campaigns.all),
  };
  return {
    command: "explore",
    subject: campaigns.subject,
    ...verdictOf(ablation, { runs, isInterrupted: options.signal?.aborted === true }),
    summary: { runs, seconds: (performance.now() - startMs) / 1_000, seed: settings.seed },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(ablationSection, [ablation])],
    notes: campaigns.notes,
    artifacts: [],
    next:
      ablation.bugs.length === 0
        ? []
        : [gauntletCommand("explore", { words: [options.target.file] })],
  };
}

/** The seed as given, and so many more that follow from it. */
export function seedsFrom(first: Seed, count: number): readonly Seed[] {
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return first;
    if (typeof first === "string") return `${first}-${at + 1}`;
    // Beyond the largest whole number that is exact, it starts again from 1.
    const left = Number.MAX_SAFE_INTEGER - first;
    return at <= left ? first + at : at - left;
  });
}

// --- inside ---

/** No campaign on one machine is meant to last longer. */
const dayMs = 86_400_000;

function verdictOf(
  { variants, seeds, bugs }: Ablation,
  { runs, isInterrupted }: { readonly runs: number; readonly isInterrupted: boolean },
): Pick<Result, "verdict" | "because"> {
  if (isInterrupted) return { verdict: "unknown", because: "interrupted" };
  if (runs === 0) return { verdict: "unknown", because: "nothing ran" };
  const over = `${variants.length} variants over ${plural(seeds.length, "seed")}`;
  const seen = bugs.length === 0 ? "none saw a failure" : `${plural(bugs.length, "failure")} seen`;
  return { verdict: "held", because: `compared ${over}; ${seen}` };
}

function compared(
  variants: readonly Variant[],
  campaigns: readonly MeasuredCampaign[],
): Pick<Ablation, "bugs" | "variants"> {
  const names = new Map(
    campaigns.flatMap(({ found }) => Array.from(found, ([key, { name }]) => [key, name] as const)),
  );
  const bugs = Array.from(names, ([key, name]) => ({ key, name }));
  return { bugs, variants: variants.map((variant) => told(variant, bugs, campaigns)) };
}

function told(
  variant: Variant,
  bugs: readonly AblatedBug[],
  campaigns: readonly MeasuredCampaign[],
): AblatedVariant {
  const own = campaigns.filter((campaign) => campaign.variant === variant);
  const times = bugs.map(({ key }) => timeTo(key, own));
  return {
    name: variant.name,
    ...traitsOf(variant.settings),
    runs: own.reduce((sum, { runs }) => sum + runs, 0),
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    bugsFound: times.filter(({ found }) => found > 0).length,
    bugs: times,
  };
}

function timeTo(key: string, campaigns: readonly MeasuredCampaign[]): TimeToBug {
  const sightings = campaigns.map(({ found }) => found.get(key));
  const never = Number.POSITIVE_INFINITY;
  return {
    key,
    found: sightings.filter((sighting) => sighting !== undefined).length,
    campaigns: campaigns.length,
    runs: medianEstimate(sightings.map((sighting) => sighting?.runs ?? never)),
    seconds: medianEstimate(sightings.map((sighting) => sighting?.seconds ?? never)),
  };
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
