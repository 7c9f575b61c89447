import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { StarterFile } from "./starter-test.ts";

/**
 * The line that keeps what runs leave out of version control. Regressions lie elsewhere and are
 * committed. None where there is no repository of Git, or where the folder is ignored already.
 */
export function ignoredFolder(projectRoot: string): StarterFile | undefined {
  const folders = foldersOfRepository(projectRoot);
  if (folders.length === 0 || folders.some(isIgnoredBy)) return undefined;
  return { path: ".gitignore", text: ".gauntlet/\n", isAdded: true };
}

// --- inside ---

/** The project and the folders around it, up to the root of the repository. */
function foldersOfRepository(projectRoot: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = projectRoot; ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (existsSync(path.join(folder, ".git"))) return folders;
    if (folder === path.dirname(folder)) return [];
  }
}

function isIgnoredBy(folder: string): boolean {
  const file = path.join(folder, ".gitignore");
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, "utf8").split(/\r?\n/u);
  return lines.some((line) => /^\/?(?:\*\*\/)?\.gauntlet(?:\/(?:\*\*?)?)?\s*$/u.test(line));
}
