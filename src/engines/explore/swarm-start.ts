import type { Loaded } from "../../search/protocol.ts";
import type { CampaignSettings } from "../../search/settings.ts";
import type { StrategyStart } from "../../search/strategies/make-strategy.ts";

/** What a swarm chooses from, where there is anything to choose. */
export function swarmStart(
  { swarm }: CampaignSettings,
  loaded: Loaded | undefined,
): StrategyStart["swarm"] {
  if (swarm === undefined || loaded === undefined) return undefined;
  const { operations: rules, faults } = loaded.declared;
  const isNeeded = swarm.ruleSwarm || faults.length >= swarm.tupleStrength;
  return isNeeded ? { ...swarm, rules, faults } : undefined;
}

/** The names that the letters of a configuration stand for. */
export function swarmNames({ declared }: Loaded): readonly string[] {
  return [...declared.operations, ...declared.faults.map((name) => `fault ${name}`)];
}
