import { readFileSync } from "node:fs";
import path from "node:path";
import { type LoadedKinds, loadKinds, subjectKinds } from "../../subject/kinds/index.ts";
import { gauntletModule } from "./gauntlet-module.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** What of our own code a file needs, and how what it imports is loaded. */
export interface SubjectNeeds extends LoadedKinds {
  /** Packages that are loaded and counted as the project's own files are: what a test fuzzes. */
  readonly packages: readonly string[];
}

/** Loads what a file needs and nothing else: most are chaos files, and a process starts sooner. */
export async function needsOf({ projectRoot, file, source }: LoadCommand): Promise<SubjectNeeds> {
  const text = textOf(path.resolve(projectRoot, file)) ?? source ?? "";
  const kinds = subjectKinds.filter((kind) => kind.isIn({ file, text }));
  const loaded = await loadKinds(kinds);
  const packages: string[] = [];
  for (const kind of kinds) {
    packages.push(...((await kind.packagesOf?.({ projectRoot, file, text })) ?? []));
  }
  const doors = new Map([["gauntlet", gauntletModule], ...loaded.doors]);
  if (text.includes(hostileDoor)) {
    doors.set(hostileDoor, (await import("./hostile-module.ts")).hostileModule);
  }
  return { ...loaded, doors, packages };
}

// --- inside ---

const hostileDoor = "gauntlet/hostile";

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // where there is no other text either, loading it says so
  }
}
