import { readFileSync } from "node:fs";
import path from "node:path";
import { type LoadedKinds, loadKinds, subjectKinds } from "../../subject/kinds/index.ts";
import { gauntletModule } from "./gauntlet-module.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** Loads what a file needs and nothing else: most are chaos files, and a process starts sooner. */
export async function needsOf({ projectRoot, file, source }: LoadCommand): Promise<LoadedKinds> {
  const text = textOf(path.resolve(projectRoot, file)) ?? source ?? "";
  const kinds = subjectKinds.filter((kind) => kind.isIn({ file, text }));
  const loaded = await loadKinds(kinds);
  return { ...loaded, doors: new Map([["gauntlet", gauntletModule], ...loaded.doors]) };
}

// --- inside ---

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // where there is no other text either, loading it says so
  }
}
