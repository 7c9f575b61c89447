// The one place where benches take something from the built product: the worker as campaigns start
// it, a campaign, a scan. Whatever else they measure goes through the command line.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** This checkout. */
export const ownRoot = fileURLToPath(new URL("..", import.meta.url));

/** The command line of this checkout. */
export const commandLine = path.join(ownRoot, "dist/cli/main.js");

/** What starts the process in which a subject runs, and what lets it run another one afterwards. */
export async function workers(root = ownRoot) {
  const { SubjectWorker } = await built(root, "runner/process/subject-worker.js");
  const { WorkerPool } = await built(root, "runner/process/worker-pool.js");
  return { SubjectWorker, WorkerPool };
}

/** A campaign, with the settings that the configuration and flags give. */
export async function campaigns(root = ownRoot) {
  const { runCampaign } = await built(root, "campaign/campaign.js");
  const { settingsOf } = await built(root, "cli/settings.js");
  const { loadConfig } = await built(root, "config/index.js");
  return {
    settingsIn: async (cwd, flags) => settingsOf(await loadConfig({ cwd }), flags),
    search: runCampaign,
  };
}

/** A scan, with the settings that the configuration gives. */
export async function scans(root = ownRoot) {
  const { prepareScan, scan } = await built(root, "engines/scan/index.js");
  const { callSettings } = await built(root, "cli/call-settings.js");
  const { loadConfig, scanSettings } = await built(root, "config/index.js");
  return {
    prepareScan,
    scan,
    settingsIn: async (cwd) => {
      const config = await loadConfig({ cwd });
      return { policies: scanSettings(config), settings: callSettings(config, {}) };
    },
  };
}

// --- inside ---

function built(root, file) {
  return import(pathToFileURL(path.join(root, "compiled", file)).href);
}
