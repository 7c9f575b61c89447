import { relative, resolve, sep } from "node:path";
import { camelKeys } from "./camel-keys.ts";
import type { BoundaryConfig, BoundaryRulesConfig } from "./config.ts";
import type { FileBoundaries, FileBoundaryRules } from "./file-config.ts";
import type { ProjectFolders } from "./files/project-paths.ts";

/** Reads one `[[boundaries]]` entry. */
export function buildBoundary(entry: FileBoundaries, place: ProjectFolders): BoundaryConfig {
  const all = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => fromRoot(path, place));
  return {
    ...camelKeys(entry),
    files: all(entry.files),
    legalTests: all(entry.legal_tests),
    invalidTests: all(entry.invalid_tests),
    corpora: entry.corpora.map((corpus) => ({ ...corpus, path: fromRoot(corpus.path, place) })),
  };
}

/** Reads `[boundary_rules]`. */
export function buildBoundaryRules(
  file: FileBoundaryRules,
  place: ProjectFolders,
): BoundaryRulesConfig {
  const all = (paths: readonly string[]): readonly string[] =>
    paths.map((path) => fromRoot(path, place));
  return {
    ...camelKeys(file),
    watch: all(file.watch),
    suspects: all(file.suspects),
    ignore: all(file.ignore),
    catalog: fromRoot(file.catalog, place),
    regressions: fromRoot(file.regressions, place),
  };
}

// --- inside ---

/** Paths of a configuration are relative to it; here they are relative to the project. */
function fromRoot(path: string, { root, directory }: ProjectFolders): string {
  return relative(root, resolve(directory, path)).split(sep).join("/");
}
