import { availableParallelism } from "node:os";
import type { ScanOptions } from "../engines/scan/index.ts";
import type { CampaignSettings } from "../search/settings.ts";
import { type Config, scanSettings } from "../subject/config/index.ts";
import type { ScanFlags } from "./flags.ts";
import { wantedFiles } from "./scan-words.ts";
import { settingsOf } from "./settings.ts";

/** What a scan takes, from its words, flags and configuration. */
export async function scanOptions(
  words: readonly string[],
  { config, flags, signal }: ScanRequest,
): Promise<ScanOptions> {
  return {
    projectRoot: config.root,
    files: await wantedFiles(words, flags.target ?? [], config),
    policies: scanSettings(config),
    includePrivate: flags.includePrivate === true,
    saves: flags.save === true,
    settings: callSettings(
      settingsOf(config, { seed: flags.seed, workers: 1, world: { strict: false } }),
      flags.allowHost === true,
    ),
    runsMax: flags.runs,
    timeMsMax: (flags.time ?? secondsMax) * 1_000,
    concurrency: flags.workers ?? availableParallelism(),
    signal,
  };
}

/** The flags that matter to a scan; test runners have a few of them only. */
interface ScanRequest {
  readonly config: Config;
  readonly flags: Partial<ScanFlags>;
  readonly signal: AbortSignal;
}

// --- inside ---

function callSettings(settings: CampaignSettings, isHostAllowed: boolean): CampaignSettings {
  const { runTimeoutMs } = settings.limits;
  return {
    ...settings,
    limits: { ...settings.limits, runTimeoutMs: Math.min(runTimeoutMs, callMsMax), loadMs },
    run: { ...settings.run, ...(isHostAllowed ? { isHostAllowed: true } : {}) },
  };
}

/** Time is virtual, so a call that takes so long on the real clock may never end by itself. */
const callMsMax = 1_000;
/** A module that takes longer to load does something else than to define functions. */
const loadMs = 10_000;

/** A scan of a large project ends by its runs; this only keeps one from going on for ever. */
const secondsMax = 3_600;
