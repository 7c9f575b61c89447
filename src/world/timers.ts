import timers from "node:timers";
import { activeWorld } from "./active-world.ts";
import { Immediate } from "./immediate.ts";
import { idleWorld, madeOutside } from "./loading/idle-world.ts";
import { rememberInterval } from "./loading/idle-intervals.ts";
import { real } from "./real.ts";
import { type AnyFunction, replaceFunction, replaceValue } from "./stand-in.ts";
import { Timeout, timeoutFromId, type TimerCallback } from "./timeout.ts";

/** Puts the simulated timers where code looks for timers: the global object and `node:timers`. */
export function installTimers(): void {
  for (const [name, standIn] of Object.entries(standIns)) {
    // One function in both places, as in Node, where `timers.setTimeout === setTimeout`.
    replaceFunction(globalThis, name, standIn);
    replaceValue(timers, name, standIn);
  }
}

// --- inside ---

const standIns: Readonly<Record<string, AnyFunction>> = {
  setTimeout(callback: TimerCallback, delay?: unknown, ...args: unknown[]): unknown {
    const world = activeWorld ?? idleWorld("setTimeout");
    if (world === undefined || typeof callback !== "function") {
      return real.setTimeout(callback, delay as number, ...args);
    }
    return new Timeout(world, { label: "setTimeout", callback, delay, args: orNone(args) });
  },

  setInterval(callback: TimerCallback, delay?: unknown, ...args: unknown[]): unknown {
    const made = activeWorld === undefined ? madeOutside() : undefined;
    const world = activeWorld ?? made?.world;
    if (world === undefined || typeof callback !== "function") {
      return real.setInterval(callback, delay as number, ...args);
    }
    const plan = { label: "setInterval", callback, delay, isRepeating: true };
    const timer = new Timeout(world, { ...plan, args: orNone(args) });
    if (made !== undefined) rememberInterval(timer, made.maker);
    return timer;
  },

  setImmediate(callback: TimerCallback, ...args: unknown[]): unknown {
    const world = activeWorld ?? idleWorld("setImmediate");
    if (world === undefined || typeof callback !== "function") {
      return real.setImmediate(callback, ...args);
    }
    return new Immediate(world, callback, orNone(args));
  },

  clearTimeout: clear,

  // A function of its own: in Node the two are not the same object either.
  clearInterval: (timer: unknown): void => clear(timer),

  clearImmediate(immediate: unknown): void {
    if (immediate instanceof Immediate) Immediate.cancel(immediate);
    // Node 20 would take a Timeout for an Immediate here and miscount what is pending.
    else if (!(immediate instanceof Timeout)) real.clearImmediate(immediate as NodeJS.Immediate);
  },
};

function clear(timer: unknown): void {
  const simulated = timer instanceof Timeout ? timer : timeoutFromId(timer);
  if (simulated !== undefined) simulated.close();
  else real.clearTimeout(timer as NodeJS.Timeout);
}

function orNone(args: unknown[]): unknown[] | undefined {
  return args.length > 0 ? args : undefined;
}
