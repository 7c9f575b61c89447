import type { CampaignSettings } from "../../search/settings.ts";
import { type StrategyName, strategyNames } from "../../search/strategies/strategy-names.ts";

/** A search that is like the one asked for but for one thing. */
export interface Variant {
  readonly name: string;
  readonly settings: CampaignSettings;
}

/**
 * The settings as they are, then each with one thing changed: guidance, swarm, strategy. Everything
 * crossed with everything would cost three times as much and say little more.
 */
export function variantsOf(
  given: CampaignSettings,
  guidance: NonNullable<CampaignSettings["guidance"]>,
): readonly Variant[] {
  const strategy = given.strategy ?? "random";
  const others = strategyNames.filter((name) => name !== strategy);
  return [
    { name: "as configured", settings: given },
    // A search of everything takes neither.
    ...(strategy === "dfs" ? [] : [guidanceTurned(given, guidance), swarmTurned(given)]),
    ...others.map((name) => ({ name, settings: { ...given, strategy: name } })),
  ];
}

/** What a variant is made of, in the words of the report. */
export function traitsOf({ strategy = "random", guidance, swarm }: CampaignSettings): {
  readonly strategy: StrategyName;
  readonly guidance: boolean;
  readonly swarm: boolean;
} {
  const isEverything = strategy === "dfs";
  return {
    strategy,
    guidance: guidance !== undefined && !isEverything,
    swarm: swarm?.ruleSwarm === true && !isEverything,
  };
}

// --- inside ---

function guidanceTurned(
  given: CampaignSettings,
  guidance: NonNullable<CampaignSettings["guidance"]>,
): Variant {
  return given.guidance === undefined
    ? { name: "with guidance", settings: { ...given, guidance } }
    : { name: "without guidance", settings: { ...given, guidance: undefined } };
}

function swarmTurned(given: CampaignSettings): Variant {
  const isOn = given.swarm?.ruleSwarm === true;
  const swarm = {
    ...(given.swarm ?? { tupleStrength: 2, tupleRunsMax: undefined }),
    ruleSwarm: !isOn,
  };
  const { ruleSwarm: _, ...run } = given.run;
  return {
    name: isOn ? "without swarm" : "with swarm",
    settings: { ...given, swarm, run: isOn ? run : { ...run, ruleSwarm: true } },
  };
}
