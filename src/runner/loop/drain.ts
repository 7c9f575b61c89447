import { lastPending, pendingText } from "../../world/loading/idle-world.ts";
import { real } from "../../world/real.ts";
import { HostWatch, isLoading, isReadingModules, seamOfHost, watchHost } from "./host-watch.ts";
import { RunLoop } from "./run-loop.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import type { RunRequest } from "./run-request.ts";

/** How microtasks are let run between two turns of a run. */
export type DrainKind = "tick" | "immediate";

/** Executes one run to its end. The result is a promise only where real turns had to be taken. */
export type Execute = (request: RunRequest) => RunOutcome | Promise<RunOutcome>;

/** The way to execute runs with the given drain; `tick` must be called from a macrotask. */
export function executeWith(drain: DrainKind): Execute {
  HostWatch.setIdle();
  return drain === "tick" ? executeInOneTask : executeOverTurns;
}

/**
 * The fastest drain that this Node allows. `process._tickCallback` is undocumented, so it is tried,
 * from a macrotask, before it is trusted.
 */
export function probeDrain(): Promise<DrainKind> {
  return new Promise((resolve) => {
    real.setImmediate(() => {
      let hasRun = 0;
      process.nextTick(() => (hasRun += 1));
      queueMicrotask(() => (hasRun += 1));
      try {
        ticks._tickCallback?.();
      } catch {
        hasRun = 0;
      }
      resolve(hasRun === 2 ? "tick" : "immediate");
    });
  });
}

// --- inside ---

interface TickProcess {
  _tickCallback?(): void;
  _fatalException?(error: unknown): boolean;
}

const ticks = process as unknown as TickProcess;

/** How long a run that waits for nothing we know of may wait for the real world. */
const arrivalMsMax = 200;

/** The same for a run that may leave the simulated world and did: a thread starts slowly. */
const knownArrivalMsMax = 5_000;

/** Modules may take longer to load, on a busy machine much longer; each read is a sign of life. */
const loadingMsMax = 60_000;

function executeInOneTask(request: RunRequest): RunOutcome | Promise<RunOutcome> {
  const loop = new RunLoop(request);
  const host = watchHost();
  try {
    loop.begin();
    for (;;) {
      drainTicks();
      if (loop.takesRealTurns) return turnWithNode(loop, host);
      const turn = loop.turn();
      if (turn === "more") continue;
      if (turn === "starved") return awaitArrival(loop, host);
      const outcome = finish(loop, host);
      // What it asked for is loaded in real turns, before the run is made again.
      return outcome.hasLoaded ? Promise.resolve(outcome) : outcome;
    }
  } catch (thrown) {
    return rescue(loop, thrown);
  }
}

/** Our own code throws where a run has changed what it needs; then the run is to blame, not we. */
function rescue(loop: RunLoop, thrown: unknown): RunOutcome {
  if (!loop.putBack()) throw thrown;
  loop.break("thrown", thrown);
  return loop.finish();
}

/** Ends a run; one that leaves something of the host behind has left the simulated world. */
function finish(loop: RunLoop, host: HostWatch | undefined): RunOutcome {
  const left = host?.started() ?? "";
  if (left !== "") leaveWith(left, loop);
  return loop.finish();
}

/**
 * Lets nextTick callbacks and all microtasks run, now. An error that leaves one of them goes the
 * way of every fatal exception of the process, which also mends the stack of async ids, and then
 * the rest is drained.
 */
function drainTicks(): void {
  for (;;) {
    try {
      ticks._tickCallback?.();
      return;
    } catch (thrown) {
      ticks._fatalException?.(thrown);
    }
  }
}

function executeOverTurns(request: RunRequest): Promise<RunOutcome> {
  const loop = new RunLoop(request);
  return new Promise((resolve, reject) => {
    real.setImmediate(() => {
      // Between two real turns anything may end unseen, so the host is looked at in each.
      const host = new HostWatch();
      loop.begin();
      host.look();
      turnOver(loop, host).then(resolve, reject);
    });
  });
}

/** Turns a run to its end, with a real turn of the process between two turns of the run. */
function turnOver(loop: RunLoop, host: HostWatch | undefined): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    // Every turn is taken from a macrotask, never behind an await: what a timer schedules with
    // nextTick must run before what it schedules as a promise job, as it does in Node.
    const turn = (): void => {
      try {
        // Before and after: what is started in a turn may be over before the next one.
        host?.look();
        if (loop.takesRealTurns) return resolve(turnWithNode(loop, host));
        const next = loop.turn();
        host?.look();
        if (next === "more") inRealTurn(turn, host);
        else resolve(next === "over" ? finish(loop, host) : awaitArrival(loop, host));
      } catch (thrown) {
        try {
          resolve(rescue(loop, thrown));
        } catch (bug) {
          reject(bug);
        }
      }
    };
    inRealTurn(turn, host);
  });
}

/**
 * Turns a run to its end in which Node's own HTTP/2 takes part: it writes in a later turn of the
 * process, and so nothing of the run happens before it has. These turns stand in one queue and
 * nothing else is in it, so their order is that of the run's decisions, too.
 */
async function turnWithNode(loop: RunLoop, host: HostWatch | undefined): Promise<RunOutcome> {
  const watch = host ?? HostWatch.sinceIdle();
  try {
    for (;;) {
      await realTurns();
      watch.look();
      const turn = await inImmediate(() => loop.turn());
      if (turn === "more") continue;
      if (turn === "starved" && loop.failure === undefined) return await awaitArrival(loop, watch);
      return finish(loop, watch);
    }
  } catch (thrown) {
    return rescue(loop, thrown);
  } finally {
    // What is left of this run must not be done in the next one.
    await realTurns();
  }
}

/** A write of HTTP/2 takes so many turns at most until it is a write to a socket. */
const realTurnsCount = 4;

async function realTurns(): Promise<void> {
  for (let turn = 0; turn < realTurnsCount; turn++) await inImmediate(() => {});
}

function inImmediate<R>(call: () => R): Promise<R> {
  return new Promise((resolve, reject) => {
    real.setImmediate(() => {
      try {
        resolve(call());
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
}

function inRealTurn(call: () => void, host: HostWatch | undefined): void {
  if (host === undefined) real.setImmediate(call);
  else host.turn(call);
}

/** A run waits and nothing is pending: it is deadlocked, or it waits for something real. */
async function awaitArrival(loop: RunLoop, host: HostWatch | undefined): Promise<RunOutcome> {
  const seen = host ?? HostWatch.sinceIdle();
  seen.look();
  const isKnown = loop.hasLeft;
  const msMax = isKnown ? knownArrivalMsMax : arrivalMsMax;
  if (!(await hasArrivedInTime(loop, seen, msMax))) {
    loop.break("deadlock", new Error(deadlockText()));
    return loop.finish();
  }
  if (loop.failure !== undefined) return loop.finish();
  const call = seen.started();
  if (!isKnown) leaveWith(call, loop);
  // What was started is said once; from here on the host takes part in any case.
  return loop.failure === undefined ? turnOver(loop, undefined) : loop.finish();
}

/** Says that the host took part: as an escape, unless it was Node that loads modules. */
function leaveWith(call: string, loop: RunLoop): void {
  if (isLoading(call)) loop.load();
  else loop.leave({ seam: seamOfHost(call), call, stack: "" });
}

/** Code may wait for what a package began outside of the run, where it never ends. */
function deadlockText(): string {
  const text = "nothing is pending and the run has not ended";
  const pending = lastPending();
  if (pending === undefined) return text;
  // It may wait for something else; then this is to no purpose, but true.
  return `${text}; what a package begins while it is loaded never ends: ${pendingText()}`;
}

async function hasArrivedInTime(loop: RunLoop, host: HostWatch, msMax: number): Promise<boolean> {
  const start = real.performanceNow();
  let lastSign = start;
  while (!loop.hasArrived) {
    const now = real.performanceNow();
    if (now - start < loadingMsMax && isReadingModules()) lastSign = now;
    if (now - lastSign > msMax) return false;
    await new Promise<void>((resolve) => host.turn(resolve));
  }
  return true;
}
