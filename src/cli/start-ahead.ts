import { existsSync } from "node:fs";
import path from "node:path";
import { startSpare } from "../runner/process/spare-worker.ts";
import { workerOptions } from "../runner/process/worker-options.ts";
import { cacheFolder } from "../config/files/store-links.ts";
import { fileDefaults } from "../config/file-config.ts";

/**
 * Starts the process that a command is going to need, while the command itself is still loaded:
 * with what most projects have, in one that was run before. A guess that is wrong is ended unused.
 */
export function startAhead(argv: readonly string[], cwd: string): void {
  const isElsewhere = argv.some((word) => elsewhere.test(word));
  if (argv.length < 2 || isElsewhere) return;
  if (!existsSync(path.join(cwd, "package.json")) || !existsSync(cacheFolder(cwd))) return;
  startSpare(
    workerOptions({
      projectRoot: cwd,
      memoryMb: fileDefaults.explorer.memory_mb,
      silenceMsMax: fileDefaults.explorer.run_timeout * 1_000,
      isWalled: true,
      isHostAllowed: false,
    }),
  );
}

// --- inside ---

/** Flags with which another process is needed, or none. */
const elsewhere = /^(?:--cwd|--config|--allow-host|--help|-h)(?:=|$)/u;
