import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import v8 from "node:v8";
import { Worker } from "node:worker_threads";

/** What a stand-in replaces, as it really is, kept for our own use and for passing through. */
export interface RealFunctions {
  readonly setTimeout: typeof globalThis.setTimeout;
  readonly setInterval: typeof globalThis.setInterval;
  readonly setImmediate: typeof globalThis.setImmediate;
  readonly clearTimeout: typeof globalThis.clearTimeout;
  readonly clearInterval: typeof globalThis.clearInterval;
  readonly clearImmediate: typeof globalThis.clearImmediate;
  readonly Date: DateConstructor;
  readonly dateNow: () => number;
  readonly performanceNow: () => number;
  readonly hrtime: NodeJS.HRTime;
  readonly hrtimeBigint: () => bigint;
  readonly uptime: () => number;
  readonly random: () => number;
  readonly pid: number;
  readonly ppid: number;
  readonly hostname: string;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly Worker: typeof Worker;
  /** Called on a thread. */
  readonly postToThread: Worker["postMessage"];
  readonly atomicsWait: typeof Atomics.wait;
  readonly setFlags: typeof v8.setFlagsFromString;
}

/**
 * Captured when this file loads, which is before anything is replaced. Our own watchdogs, drains
 * and stopwatches use these, so that a run can never hold them up.
 */
export const real: RealFunctions = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  clearImmediate: globalThis.clearImmediate,
  Date: globalThis.Date,
  dateNow: globalThis.Date.now,
  performanceNow: performance.now.bind(performance),
  hrtime: process.hrtime,
  hrtimeBigint: process.hrtime.bigint,
  uptime: process.uptime.bind(process),
  random: Math.random,
  pid: process.pid,
  ppid: process.ppid,
  hostname: hostname(),
  execPath: process.execPath,
  execArgv: [...process.execArgv],
  Worker,
  postToThread: Worker.prototype.postMessage,
  atomicsWait: Atomics.wait,
  setFlags: v8.setFlagsFromString,
};
