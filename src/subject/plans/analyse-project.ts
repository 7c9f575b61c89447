import path from "node:path";
import type { FileTargets } from "./file-targets.ts";
import {
  homeOf,
  placeOf,
  type ProjectRequest,
  type StreamedFile,
  streamProject,
} from "./stream-project.ts";

/** What can be called in the files of a project. */
export interface ProjectTargets {
  /** In the order in which the files were given. */
  readonly files: readonly FileTargets[];
  /** How many files were analysed now. */
  readonly analysedCount: number;
  /** How many analyses were kept from before, because nothing that they depend on has changed. */
  readonly reusedCount: number;
}

/** Reads, without running anything, what can be called in files and with what. */
export async function analyseProject(request: ProjectRequest): Promise<ProjectTargets> {
  const found = new Map<string, StreamedFile>();
  for await (const one of streamProject(request, "here")) found.set(one.file, one);
  const files = new Set(request.files.map((file) => path.resolve(request.projectRoot, file)));
  const all = [...files].flatMap((file) => found.get(file) ?? []);
  const ordered = all.map((one) => one.found);
  const reusedCount = all.filter(({ isKept }) => isKept).length;
  return {
    files: ordered.map(withoutRepeats(ordered)),
    analysedCount: files.size - reusedCount,
    reusedCount,
  };
}

// --- inside ---

/** What a file only passes on is called where it stands, if that file is analysed too. */
function withoutRepeats(all: readonly FileTargets[]): (file: FileTargets) => FileTargets {
  const own = new Set(
    all.flatMap(({ module, targets }) =>
      targets.flatMap((target) => (homeOf(target) === module ? [placeOf(target)] : [])),
    ),
  );
  return (file) => {
    const targets = file.targets.filter(
      (target) => homeOf(target) === file.module || !own.has(placeOf(target)),
    );
    return targets.length === file.targets.length ? file : { ...file, targets };
  };
}
