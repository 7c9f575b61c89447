import { syncBuiltinESMExports } from "node:module";
import { installKill } from "./process-table.ts";
import { installStandardInput } from "./standard-input.ts";
import { installSpawn } from "./spawn.ts";
import { installSpawnSync } from "./spawn-sync.ts";
import { installSpawnTimeout } from "./spawn-timeout.ts";

/** Puts scripted processes behind every way to start one; in a run none is ever started. */
export function installProcesses(): void {
  if (isInstalled) return;
  isInstalled = true;
  installSpawn();
  installSpawnTimeout();
  installSpawnSync();
  installKill();
  installStandardInput();
  syncBuiltinESMExports();
}

// --- inside ---

let isInstalled = false;
