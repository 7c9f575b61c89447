import { sha256 } from "../../kernel/values/sha256.ts";
import { storeFolder } from "../../store/finding-store.ts";
import type { ConfiguredTarget } from "../entries/apply-policy.ts";
import { type EntryOptions, entryText } from "../entries/entry-text.ts";
import { writeEntry } from "../entries/write-entry.ts";
import type { RunTarget } from "../proof/record-fresh.ts";
import type { CampaignSettings } from "../settings.ts";
import type { RunnerSource } from "../../runner/subject-runner.ts";

/** Where targets are held to laws: which project, with which settings. */
export interface LawContext {
  readonly projectRoot: string;
  readonly settings: CampaignSettings;
  /** Files that register fixtures. */
  readonly registries: readonly string[];
  readonly pool?: RunnerSource | undefined;
}

/**
 * Writes a target with judges of its own and gives where it is run. The module is named by what is
 * in it: what was found with other laws, or by a scan, can still be replayed.
 */
export async function lawTarget(
  { target, options }: ConfiguredTarget,
  judges: EntryOptions["judges"],
  { projectRoot, settings, registries, pool }: LawContext,
): Promise<RunTarget> {
  const exportName = `laws_${target.name.replaceAll(/[^A-Za-z0-9_$]/gu, "_")}`;
  // Only the laws are judged here: what throws or returns something odd is the business of a scan.
  const calls = target.calls.map((call) => ({ ...call, documentedThrows: ["*"] }));
  const data = [...options.data, { path: ["checksReturns"], value: false }];
  const entry = {
    exportName,
    target: { ...target, calls },
    options: { ...options, data, judges },
  };
  const digest = sha256(JSON.stringify([entry, registries])).slice(0, 8);
  const file = `${storeFolder}/scan/${target.module}.${digest}.mjs`;
  const written = await writeEntry(projectRoot, file, entryText(file, [entry], registries));
  return { target: { ...written.target, exportName }, settings: settingsFor(settings), pool };
}

// --- inside ---

/**
 * Runs are independent of each other, or counts would say nothing about how often a law holds: a
 * run that goes on from another one repeats what it found.
 */
function settingsFor(settings: CampaignSettings): CampaignSettings {
  const { guidance } = settings;
  return {
    ...settings,
    guidance: guidance === undefined ? undefined : { ...guidance, checkpointProb: 0 },
    swarm: undefined,
    strategy: "random",
    patienceRuns: undefined,
  };
}
