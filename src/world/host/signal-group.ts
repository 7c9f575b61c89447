import type { ChildProcess } from "node:child_process";

/**
 * Sends a signal to a process that has a group of its own, and to all that it started; false where
 * nobody is left. What has made a group of its own is not reached.
 */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  const { pid } = child;
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    // No group is left, or this system has none.
    return child.exitCode === null && child.signalCode === null && child.kill(signal);
  }
}
