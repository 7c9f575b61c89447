/** A file that could not be written: what was found is told all the same. */
export interface UnwrittenFile {
  /** Relative to the project root where it lies inside. */
  readonly path: string;
  /** Why, in words: `no space left on the disk (ENOSPC)`. */
  readonly reason: string;
}

/** What could not be written, in sentences: one for each reason, with the files that share it. */
export function unwrittenNotes(unwritten: readonly UnwrittenFile[]): readonly string[] {
  const byReason = new Map<string, Set<string>>();
  for (const { path, reason } of unwritten) {
    byReason.set(reason, (byReason.get(reason) ?? new Set<string>()).add(path));
  }
  return [...byReason].map(([reason, paths]) => {
    const shown = [...paths].slice(0, shownMax).join(", ");
    const more = paths.size > shownMax ? ` and ${paths.size - shownMax} more` : "";
    return `${reason}, so not written: ${shown}${more}`;
  });
}

// --- inside ---

/** Paths are long, and a note is cut after a few lines. */
const shownMax = 3;
