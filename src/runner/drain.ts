import { real } from "../world/real.ts";
import { RunLoop, type RunOutcome, type RunRequest } from "./run-loop.ts";

/** How microtasks are let run between two turns of a run. */
export type DrainKind = "tick" | "immediate";

/** Executes one run to its end. The result is a promise only where real turns had to be taken. */
export type Execute = (request: RunRequest) => RunOutcome | Promise<RunOutcome>;

/** The way to execute runs with the given drain; `tick` must be called from a macrotask. */
export function executeWith(drain: DrainKind): Execute {
  idleResources = activeResources();
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

/** What the process itself waits for, and how many of each: not what a run waits for. */
let idleResources: ReadonlyMap<string, number> = new Map();

/** How long a run that waits for nothing we know of may wait for the real world. */
const arrivalMsMax = 200;

function executeInOneTask(request: RunRequest): RunOutcome | Promise<RunOutcome> {
  const loop = new RunLoop(request);
  loop.begin();
  for (;;) {
    drainTicks();
    const turn = loop.turn();
    if (turn === "more") continue;
    return turn === "over" ? loop.finish() : awaitArrival(loop);
  }
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
    // Every turn is taken from a macrotask, never behind an await: what a timer schedules with
    // nextTick must run before what it schedules as a promise job, as it does in Node.
    const turn = (): void => {
      try {
        const next = loop.turn();
        if (next === "more") real.setImmediate(turn);
        else resolve(next === "over" ? loop.finish() : awaitArrival(loop));
      } catch (thrown) {
        reject(thrown);
      }
    };
    real.setImmediate(() => {
      loop.begin();
      real.setImmediate(turn);
    });
  });
}

function realTurn(): Promise<void> {
  return new Promise((resolve) => void real.setImmediate(resolve));
}

/** A run waits and nothing is pending: it is deadlocked, or it waits for something real. */
async function awaitArrival(loop: RunLoop): Promise<RunOutcome> {
  const resources = runResources();
  const hasArrived = await hasArrivedInTime(loop);
  if (loop.failure === undefined) {
    if (hasArrived) loop.noteEscape(resources === "" ? "something" : resources);
    loop.break(
      hasArrived ? "escape" : "deadlock",
      hasArrived
        ? new EscapeError(resources)
        : new Error("nothing is pending and the run has not ended"),
    );
  }
  return loop.finish();
}

/** Something that is not simulated took part in a run, so the run is not decided alone. */
export class EscapeError extends Error {
  constructor(resources: string) {
    super(`something outside the simulated world finished${resources && ` (${resources})`}`);
    this.name = "EscapeError";
  }
}

function activeResources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function runResources(): string {
  const isOfRun = ([name, count]: [string, number]): boolean =>
    count > (idleResources.get(name) ?? 0);
  const own = [...activeResources()].filter(isOfRun).map(([name]) => name);
  return own.toSorted().join(", ");
}

async function hasArrivedInTime(loop: RunLoop): Promise<boolean> {
  const start = real.performanceNow();
  while (!loop.hasArrived) {
    if (real.performanceNow() - start > arrivalMsMax) return false;
    await realTurn();
  }
  return true;
}
