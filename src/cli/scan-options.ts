import { availableParallelism } from "node:os";
import type { ScanFile, ScanOptions } from "../engines/scan/index.ts";
import { type Config, scanSettings } from "../config/index.ts";
import { changedFiles } from "./changed-files.ts";
import { callSettings } from "./call-settings.ts";
import type { ScanFlags } from "./flags.ts";
import { wantedFiles } from "./scan-words.ts";
import { verbDefaults } from "./verb-defaults.ts";

/** What a scan takes, from its words, flags and configuration. */
export async function scanOptions(
  words: readonly string[],
  { config, flags, signal }: ScanRequest,
): Promise<ScanOptions> {
  const wanted = await wantedFiles(words, flags.target ?? [], config);
  const ref = flags.since ?? (flags.changed === true ? "HEAD" : undefined);
  return {
    projectRoot: config.root,
    files: ref === undefined ? wanted : await changedOnly(wanted, ref, { config, flags }),
    since: ref,
    isFresh: flags.fresh === true,
    isWhole: words.length === 0 && ref === undefined,
    policies: scanSettings(config),
    includePrivate: flags.includePrivate === true,
    saves: flags.save === true,
    deepens: flags.deepen === true,
    settings: callSettings(config, flags),
    runsMax: flags.runs,
    timeMsMax: (flags.time ?? verbDefaults.call.scanSeconds) * 1_000,
    concurrency: flags.workers ?? availableParallelism(),
    signal,
  };
}

// --- inside ---

async function changedOnly(
  wanted: readonly ScanFile[],
  ref: string,
  { config, flags }: Pick<ScanRequest, "config" | "flags">,
): Promise<readonly ScanFile[]> {
  const flag = flags.since === undefined ? "--changed" : "--since";
  const changed = await changedFiles(config.root, { flag, ref });
  return wanted.filter(({ file }) => changed.has(file));
}

/** The flags that matter to a scan; test runners have a few of them only. */
interface ScanRequest {
  readonly config: Config;
  readonly flags: Partial<ScanFlags>;
  readonly signal: AbortSignal;
}
