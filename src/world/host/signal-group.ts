import type { ChildProcess } from "node:child_process";

/** Sends a signal to a process that has a group of its own, and to all that it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // No group is left, or this system has none.
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  }
}
