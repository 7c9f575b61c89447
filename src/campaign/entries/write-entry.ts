import path from "node:path";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import type { SubjectTarget } from "../settings.ts";

/** A module through which code is called, and whether the disk has it. */
export interface WrittenEntry {
  readonly target: Omit<SubjectTarget, "exportName">;
  readonly unwritten: readonly UnwrittenFile[];
}

/**
 * Writes a module through which code is called, so that its runs can be replayed. The text goes
 * with the target as well: a disk that refuses, or loses it, must not keep anybody from calling.
 */
export async function writeEntry(
  projectRoot: string,
  file: string,
  source: string,
): Promise<WrittenEntry> {
  const refused = new UnwrittenFiles(projectRoot);
  await refused.attempt(() => writeWhole(path.join(projectRoot, file), source));
  return { target: { projectRoot, file, source }, unwritten: refused.list };
}
