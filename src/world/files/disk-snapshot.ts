import type { Disk } from "./disk.ts";
import type { Inode } from "./inode.ts";

/**
 * Remembers every file of the run's disk as it is now; calling the result goes back to it, as often
 * as it is called. Files that are open stay open; one that was made since has no name any more.
 */
export function snapshotDisk(disk: Disk): () => void {
  const restores = [disk.log.snapshot()];
  const seen = new Set<Inode>();
  const queue: Inode[] = [disk.root];
  for (const node of queue) {
    if (seen.has(node)) continue;
    seen.add(node);
    restores.push(snapshotNode(node));
    if (node.kind !== "directory") continue;
    for (const inner of node.entries.values()) if (inner !== undefined) queue.push(inner);
  }
  const { bytesUsed } = disk;
  return () => {
    for (const restore of restores) restore();
    disk.bytesUsed = bytesUsed;
  };
}

// --- inside ---

function snapshotNode(node: Inode): () => void {
  const attributes = { ...node.attributes };
  const content = node.kind === "file" ? node.snapshot() : undefined;
  const entries = node.kind === "directory" ? snapshotEntries(node) : undefined;
  return () => {
    Object.assign(node.attributes, attributes);
    content?.();
    entries?.();
  };
}

/** What is not in the copy was not looked at by then: it is found on the real disk again. */
function snapshotEntries(node: Extract<Inode, { kind: "directory" }>): () => void {
  const { parent, isGone } = node;
  const entries = [...node.entries];
  return () => {
    node.parent = parent;
    node.isGone = isGone;
    node.entries.clear();
    for (const [name, inner] of entries) node.entries.set(name, inner);
  };
}
