import { checkpointStrategies } from "../../search/guidance/checkpoints.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import { type StrategyName, strategyNames } from "../../search/strategy-names.ts";

/** A search that is like the one asked for but for one thing. */
export interface Variant {
  readonly name: string;
  readonly settings: CampaignSettings;
}

/**
 * The settings as they are, then each with one thing changed: guidance, swarm, strategy, and which
 * checkpoint is gone on from. Everything crossed with everything would cost many times as much and
 * say little more.
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
    ...(strategy === "dfs" ? [] : otherCheckpoints(given)),
  ];
}

/** What a variant is made of, in the words of the report. */
export function traitsOf({ strategy = "random", guidance, swarm }: CampaignSettings): {
  readonly strategy: StrategyName;
  readonly guidance: boolean;
  readonly checkpointStrategy?: string;
  readonly swarm: boolean;
} {
  const isEverything = strategy === "dfs";
  const own = isEverything ? undefined : guidance;
  return {
    strategy,
    guidance: own !== undefined,
    ...(own === undefined ? {} : { checkpointStrategy: own.checkpointStrategy }),
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
    ...(given.swarm ?? { faultTuples: 2, tupleRuns: undefined }),
    ruleSwarm: !isOn,
  };
  const { ruleSwarm: _, ...run } = given.run;
  return {
    name: isOn ? "without swarm" : "with swarm",
    settings: { ...given, swarm, run: isOn ? run : { ...run, ruleSwarm: true } },
  };
}

/** Which checkpoint comes next says nothing where none is gone on from. */
function otherCheckpoints(given: CampaignSettings): readonly Variant[] {
  const { guidance } = given;
  if (guidance === undefined) return [];
  return checkpointStrategies
    .filter((name) => name !== guidance.checkpointStrategy)
    .map((name) => ({
      name: `${name} checkpoints`,
      settings: { ...given, guidance: { ...guidance, checkpointStrategy: name } },
    }));
}
