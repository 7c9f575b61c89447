import type { Seed } from "../kernel/decisions/seed.ts";
import type { CampaignSettings } from "../campaign/settings.ts";
import type { Config } from "../config/index.ts";
import { settingsOf } from "./settings.ts";

/** Settings of verbs that call functions of modules which nobody wrote for it. */
export function callSettings(
  config: Config,
  flags: { readonly seed?: Seed; readonly allowHost?: boolean },
): CampaignSettings {
  const settings = settingsOf(config, { seed: flags.seed, workers: 1, world: { strict: false } });
  const { runTimeoutMs } = settings.limits;
  const isHostAllowed = flags.allowHost ?? config.world.allowHost;
  return {
    ...settings,
    limits: { ...settings.limits, runTimeoutMs: Math.min(runTimeoutMs, callMsMax), loadMs },
    run: { ...settings.run, ...(isHostAllowed ? { isHostAllowed } : {}) },
  };
}

// --- inside ---

/** Time is virtual, so a call that takes so long on the real clock may never end by itself. */
const callMsMax = 1_000;
/** A module that takes longer to load does something else than to define functions. */
const loadMs = 10_000;
