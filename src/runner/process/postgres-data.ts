import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, openedStamp } from "../../config/files/store-links.ts";
import { startOwned } from "../../world/host/owned-process.ts";
import { findPglite } from "../../world/postgres/pglite-package.ts";
import { temporaryName } from "../../world/temporary-file.ts";
import { permissionFlags } from "./permission-flags.ts";

/**
 * The file with the data that Postgres begins with, packed. It takes seconds to make, in a process
 * of its own, and is kept in the cache of the project; where nothing can be kept there, it is
 * beside other temporary files until this process ends. Throws what lets it not be made.
 */
export function postgresData(projectRoot: string): Promise<string> {
  const known = made.get(projectRoot);
  if (known !== undefined) return known;
  const making = makeIn(projectRoot);
  made.set(projectRoot, making);
  // The next one who asks may have more luck.
  making.catch(() => made.delete(projectRoot));
  return making;
}

// --- inside ---

/** By project; several workers ask at once. */
const made = new Map<string, Promise<string>>();

/** Far more than it takes on a busy machine. */
const makeMsMax = 300_000;

// From src/ and from dist/ alike this is the compiled file: Node runs no TypeScript.
const entry = new URL("../../../dist/world/postgres/make-data-main.js", import.meta.url);

async function makeIn(projectRoot: string): Promise<string> {
  const { file: packageFile, version } = findPglite(projectRoot);
  const cache = cacheFolder(projectRoot);
  // Its name has what only this machine can know, so that no checkout can bring such a file.
  const stamp = openedStamp(cache);
  const name = `postgres-${version.replaceAll(/[^\w.]/gu, "_")}`;
  const kept = stamp === undefined ? undefined : path.join(cache, `${name}-${stamp}.tar.gz`);
  if (kept !== undefined && existsSync(kept)) return kept;
  const target = kept !== undefined && isWritable(kept) ? kept : path.join(ownFolder(), name);
  await make(packageFile, target);
  return target;
}

function isWritable(file: string): boolean {
  const probe = temporaryName(file);
  try {
    writeFileSync(probe, "", { flag: "wx" });
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

function ownFolder(): string {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "gauntlet-postgres-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What it says on stderr is for the user, who wonders what takes so long; stdout is the error. */
function make(packageFile: string, target: string): Promise<void> {
  const walls = permissionFlags([path.dirname(target)]);
  const words = [...walls, fileURLToPath(entry), packageFile, target];
  const child = startOwned(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), makeMsMax);
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(said.trim() || `making its data ended with ${signal ?? code}`));
    });
  });
}
