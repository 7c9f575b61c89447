import { type Dirent, readdirSync } from "node:fs";
import path from "node:path";

/** Where the regressions of a chaos file or a scenario live: beside it, to be committed with it. */
export function regressionsFolder(chaosFile: string): string {
  return `${chaosFile.replace(/(?:\.chaos)?\.[^./\\]+$/, "")}.regressions`;
}

/** The saved regressions of a chaos file, in order of name; none without a folder. */
export function regressionFiles(chaosFile: string): readonly string[] {
  return tracesIn(regressionsFolder(chaosFile));
}

/**
 * Every regression that is saved beside a file of a project, in order of path, whatever became of
 * that file. A folder with a package.json of its own is another project.
 */
export function keptRegressionFiles(projectRoot: string): readonly string[] {
  const found: string[] = [];
  const folders = [projectRoot];
  // Links are not followed, so this ends; folders that are found join the end of the list.
  for (const folder of folders) {
    const entries = entriesOf(folder);
    if (folder !== projectRoot && entries.some(({ name }) => name === "package.json")) continue;
    for (const { name } of entries.filter(isWalked)) {
      const below = path.join(folder, name);
      if (name.endsWith(".regressions")) found.push(...tracesIn(below));
      else folders.push(below);
    }
  }
  return found.toSorted();
}

// --- inside ---

function isWalked(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules";
}

function tracesIn(folder: string): readonly string[] {
  const names = entriesOf(folder).map(({ name }) => name);
  const traces = names.filter((name) => /^[^.].*\.jsonl(?:\.gz)?$/.test(name));
  return traces.toSorted().map((name) => path.join(folder, name));
}

/** What cannot be read holds nothing that could have been committed. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
