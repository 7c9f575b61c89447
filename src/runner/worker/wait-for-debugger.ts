import inspector from "node:inspector";
import { Worker } from "node:worker_threads";
import { real } from "../../world/real.ts";

/** Opens the debugger of this process on loopback; gives its address. */
export function openDebugger(): string {
  inspector.open(0, "127.0.0.1", false);
  return inspector.url() ?? "";
}

/**
 * Waits, without any turn of the event loop, until somebody is there to debug. A process that waits
 * cannot see that its parent is gone, so a thread ends it then.
 */
export function waitForDebugger(): void {
  const watch = new Worker(watchCode, { eval: true, workerData: real.ppid });
  watch.unref();
  inspector.waitForDebugger();
}

/** Where a debugger stops; the frame above is the code that is decided about. */
export function stopForDebugger(): void {
  // oxlint-disable-next-line no-debugger -- this is what was asked for
  debugger;
}

// --- inside ---

const watchCode = `
const parent = require("node:worker_threads").workerData;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, 500);
`;
