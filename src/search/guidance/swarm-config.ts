import type { Generator } from "../../kernel/decisions/generator.ts";

/** Which rules and faults a run may use, and what runs with exactly these have brought. */
export interface SwarmConfig {
  /** One letter for each name: `1` is used, `0` is left out. */
  readonly key: string;
  uses: number;
  edges: number;
  /** In how many runs something new was reached. */
  productive: number;
  failures: number;
  energy: number;
}

/** A configuration that nothing is known of. */
export function newConfig(key: string): SwarmConfig {
  return { key, uses: 0, edges: 0, productive: 0, failures: 0, energy: 1 };
}

/** Hears what a run with a configuration brought. */
export function learnConfig(
  config: SwarmConfig,
  { newSlots, isBroken }: { readonly newSlots: number; readonly isBroken: boolean },
): void {
  config.uses += 1;
  config.edges += newSlots;
  if (isBroken) config.failures += 1;
  if (newSlots > 0) {
    config.productive += 1;
    config.energy = Math.min(config.energy * 2, energyMax);
  } else {
    const fading = config.productive > 0 ? fadingOfProductive : fadingOfOthers;
    config.energy = Math.max(config.energy * fading, energyMin);
  }
}

/** One of the configurations, those that brought more more often. */
export function chooseConfig(
  configs: readonly SwarmConfig[],
  generator: Generator,
): SwarmConfig | undefined {
  let left =
    (generator.next() / 0x1_0000_0000) * configs.reduce((sum, { energy }) => sum + energy, 0);
  for (const config of configs) {
    left -= config.energy;
    if (left < 0) return config;
  }
  return configs.at(-1);
}

// --- inside ---

const energyMax = 10;
const energyMin = 0.1;
const fadingOfProductive = 0.98;
const fadingOfOthers = 0.9;
