import type { ChildProcess } from "node:child_process";
import { signalGroup } from "../../world/host/signal-group.ts";

/**
 * Asks a child to end now. Our command line takes the first signal as a wish and the second one as
 * an order; two different ones, because two equal ones that come at once may count as one.
 */
export function orderEnd(child: ChildProcess): void {
  signalGroup(child, "SIGTERM");
  signalGroup(child, "SIGINT");
}

/**
 * Children have a process group of their own, so that all of a group can be ended. Ctrl-C in a
 * terminal does not reach them there, so while there are any, we pass the end of this process on.
 */
export function keepTrack(child: ChildProcess): void {
  if (living.size === 0) listen();
  living.add(child);
  const forget = (): void => {
    if (living.delete(child) && living.size === 0) unlisten();
  };
  child.once("exit", forget);
  child.once("error", forget);
}

// --- inside ---

const living = new Set<ChildProcess>();
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function listen(): void {
  process.on("exit", endAll);
  for (const signal of endings) process.on(signal, passOn);
}

function unlisten(): void {
  process.off("exit", endAll);
  for (const signal of endings) process.off(signal, passOn);
}

function endAll(): void {
  for (const child of living) orderEnd(child);
}

/** Where the program has a way of its own with a signal, that decides; else it ends as usual. */
function passOn(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  unlisten();
  process.kill(process.pid, signal);
}
