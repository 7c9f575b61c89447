import { availableParallelism } from "node:os";
import type { ScanOptions } from "../engines/scan/index.ts";
import { type Config, scanSettings } from "../subject/config/index.ts";
import { callSettings } from "./call-settings.ts";
import { callDefaults, type ScanFlags } from "./flags.ts";
import { wantedFiles } from "./scan-words.ts";

/** What a scan takes, from its words, flags and configuration. */
export async function scanOptions(
  words: readonly string[],
  { config, flags, signal }: ScanRequest,
): Promise<ScanOptions> {
  return {
    projectRoot: config.root,
    files: await wantedFiles(words, flags.target ?? [], config),
    isWhole: words.length === 0,
    policies: scanSettings(config),
    includePrivate: flags.includePrivate === true,
    saves: flags.save === true,
    deepens: flags.deepen === true,
    settings: callSettings(config, flags),
    runsMax: flags.runs,
    timeMsMax: (flags.time ?? callDefaults.seconds) * 1_000,
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
