import type { Inode } from "./inode.ts";

/** A change of names or attributes that the disk may not have seen yet. */
export interface MetadataChange {
  readonly label: string;
  /** The inodes whose sync brings it to the disk. */
  readonly about: readonly Inode[];
  undo(): void;
}

/**
 * The changes of names and attributes that no sync has covered, in their order. As on a journalling
 * file system the disk sees them in that order: a sync of a file or of a directory brings the last
 * change about it to the disk, with everything before; a crash leaves a beginning of the list. So a
 * crash only has to undo changes from the end, and there is no second tree to keep.
 */
export class MetadataLog {
  #changes: MetadataChange[] = [];

  get pending(): readonly MetadataChange[] {
    return this.#changes;
  }

  add(change: MetadataChange): void {
    this.#changes.push(change);
    if (this.#changes.length > changesMax) this.#changes.splice(0, changesMax / 2);
  }

  /** Brings what is about an inode to the disk, and everything before. */
  sync(node: Inode): void {
    const last = this.#changes.findLastIndex(({ about }) => about.includes(node));
    if (last >= 0) this.#changes.splice(0, last + 1);
  }

  /** Brings everything to the disk. */
  syncAll(): void {
    this.#changes = [];
  }

  /** Remembers what waits now; calling the result goes back to it. */
  snapshot(): () => void {
    const kept = [...this.#changes];
    return () => (this.#changes = [...kept]);
  }

  /** Takes back the last changes, the newest first. */
  undo(count: number): void {
    for (const change of this.#changes.splice(this.#changes.length - count).toReversed()) {
      change.undo();
    }
    this.#changes = [];
  }
}

// --- inside ---

/** So many changes wait; then the older half reaches the disk by itself. */
const changesMax = 16_384;
