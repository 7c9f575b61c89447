import { readFileSync } from "node:fs";

/**
 * The processes below one, whatever group or session they have moved to, as far as Linux knows;
 * elsewhere none. One whose parent has ended belongs to nobody any more and is not among them.
 */
export function processesBelow(pid: number): readonly number[] {
  const found: number[] = [];
  const waiting = [pid];
  while (found.length < processesMax) {
    const next = waiting.pop();
    if (next === undefined) break;
    const children = childrenOf(next);
    found.push(...children);
    waiting.push(...children);
  }
  return found;
}

// --- inside ---

/** More is a process that starts others faster than they can be counted. */
const processesMax = 10_000;

function childrenOf(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return listed
      .split(" ")
      .filter((word) => word !== "")
      .map(Number);
  } catch {
    return []; // it has ended, or the system does not tell
  }
}
