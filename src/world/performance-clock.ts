import { performance } from "node:perf_hooks";
import { activeWorld } from "./active-world.ts";
import { epochMs, type SimWorld } from "./sim-world.ts";
import { replaceFunction, replaceGetter } from "./stand-in.ts";

/** Puts virtual time behind `performance`: `now`, `timeOrigin`, `mark`, `measure`, `toJSON`. */
export function installPerformanceClock(): void {
  const prototype: Performance = Object.getPrototypeOf(performance);
  const { now, mark, measure, toJSON } = prototype;

  replaceFunction(prototype, "now", function standIn(this: unknown): number {
    const world = activeWorld;
    // On a foreign receiver the real one throws, and so must this one.
    if (world === undefined || this !== performance) return Reflect.apply(now, this, []);
    return world.readUs() / 1_000;
  });
  replaceGetter(prototype, "timeOrigin", (self, original) =>
    activeWorld === undefined ? Reflect.apply(original, self, []) : epochMs,
  );
  replaceFunction(prototype, "mark", function standIn(this: unknown, ...args: unknown[]): unknown {
    const world = activeWorld;
    if (world !== undefined) forgetOtherRuns(world);
    return Reflect.apply(mark, this, world === undefined ? args : markNow(world, args));
  });
  replaceFunction(prototype, "measure", function standIn(this: unknown, ...args: unknown[]) {
    const world = activeWorld;
    if (world !== undefined) forgetOtherRuns(world);
    return Reflect.apply(measure, this, world === undefined ? args : measureNow(world, args));
  });
  replaceFunction(prototype, "toJSON", function standIn(this: unknown): unknown {
    const told: object = Reflect.apply(toJSON, this, []);
    // The other fields say how the host's process started and how busy it is.
    return activeWorld === undefined ? told : { timeOrigin: epochMs };
  });
}

/** Forgets the marks and measures of a run that has ended. */
export function clearTimeline(): void {
  if (markedWorld === undefined) return;
  markedWorld = undefined;
  performance.clearMarks();
  performance.clearMeasures();
}

// --- inside ---

type Performance = typeof performance;

/** Marks live in one timeline of the process; those of an earlier run must not be found by name. */
let markedWorld: SimWorld | undefined;

function forgetOtherRuns(world: SimWorld): void {
  if (world === markedWorld) return;
  markedWorld = world;
  performance.clearMarks();
  performance.clearMeasures();
}

function markNow(world: SimWorld, args: unknown[]): unknown[] {
  const [name, options] = args;
  if (args.length === 0 || !isOptions(options) || options?.startTime !== undefined) return args;
  return [name, { ...options, startTime: world.readUs() / 1_000 }];
}

/** A measure that says no end ends now; the end is then said, whatever form the arguments have. */
function measureNow(world: SimWorld, args: unknown[]): unknown[] {
  const [name, start, endMark] = args;
  if (args.length === 0 || endMark !== undefined) return args;
  const isMark = typeof start === "string";
  if (!isMark && !isOptions(start)) return args;
  const options: TimingOptions = isMark ? { start } : { ...start };
  if (options.end !== undefined || options.duration !== undefined) return args;
  return [name, { start: 0, ...options, end: world.readUs() / 1_000 }];
}

interface TimingOptions {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly duration?: unknown;
  readonly startTime?: unknown;
}

function isOptions(value: unknown): value is TimingOptions | undefined {
  return value === undefined || (typeof value === "object" && value !== null);
}
