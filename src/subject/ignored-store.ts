import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Whether Git leaves out what runs leave; undefined where there is no repository of Git. */
export function isStoreIgnored(projectRoot: string): boolean | undefined {
  const folders = foldersOfRepository(projectRoot);
  return folders.length === 0 ? undefined : folders.some(isIgnoredBy);
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
