import { performance } from "node:perf_hooks";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { activeWorld } from "../active-world.ts";
import { real } from "../real.ts";
import { cureFor } from "./cure.ts";
import { isLoadingGuarded, lastPending, pendingText } from "./idle-world.ts";

/**
 * Waits for a package to be loaded. One that waits at its top level for something which never
 * happens outside of runs would wait for ever; then this says for what.
 */
export async function untilStalled<T>(loading: Promise<T>): Promise<T> {
  // In a run nothing real may be started, and the run itself sees that nothing goes on.
  if (!isLoadingGuarded() || activeWorld !== undefined) return loading;
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    const watch = new IdleWatch();
    timer = real.setInterval(() => {
      if (watch.isStalled()) reject(stalledError());
    }, checkMs);
  });
  try {
    return await Promise.race([loading, stalled]);
  } finally {
    real.clearInterval(timer);
  }
}

/**
 * Lets files be read to their end that a package began to read while it was loaded: what it does
 * with them is then done before the first run, and not between any two.
 */
export async function settleLoading(): Promise<void> {
  if (!isLoadingGuarded() || activeWorld !== undefined) return;
  const endMs = real.performanceNow() + settleMsMax;
  while (isReading() && real.performanceNow() < endMs) {
    await new Promise<void>((resolve) => void real.setTimeout(resolve, 1));
  }
}

// --- inside ---

const checkMs = 100;
/** So many checks in a row have to find nothing going on: two seconds. */
const stalledChecks = 20;
const settleMsMax = 2_000;

/** Below it, an event loop only waits; our own checks are all that it does. */
const busyShare = 0.2;

class IdleWatch {
  #before = performance.eventLoopUtilization();
  #checks = 0;

  isStalled(): boolean {
    const { utilization } = performance.eventLoopUtilization(this.#before);
    this.#before = performance.eventLoopUtilization();
    const isIdle = utilization < busyShare && !isReading() && lastPending() !== undefined;
    this.#checks = isIdle ? this.#checks + 1 : 0;
    return this.#checks >= stalledChecks;
  }
}

function isReading(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));
}

function stalledError(): GauntletError {
  const maker = lastPending()?.maker;
  const place = maker?.place ?? "";
  return new GauntletError({
    code: "W012",
    what: `a package waits while it is loaded for what never happens: ${pendingText()}`,
    where: place === "" ? undefined : place,
    note: "a package is loaded once, outside of every run, and nothing real happens there",
    help: cureFor(maker ?? { packages: [] }),
  });
}
