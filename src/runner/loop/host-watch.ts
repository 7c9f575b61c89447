import { isPostgresWanted, preparePostgres } from "../../world/postgres/prepare.ts";
import { real } from "../../world/real.ts";

/**
 * Sees what a run starts in the host although everything it can ask for is simulated: a timer that
 * was captured before the simulation was there, a native addon. Only names are seen, not who asked.
 */
export class HostWatch {
  readonly #before: ReadonlyMap<string, number>;
  readonly #started = new Set<string>();

  constructor(before: ReadonlyMap<string, number> = activeResources()) {
    this.#before = before;
  }

  /** Compares with what the process held when it had nothing to do. */
  static sinceIdle(): HostWatch {
    return new HostWatch(idle);
  }

  /** Remembers what the process holds now as what it holds when it has nothing to do. */
  static setIdle(): void {
    idle = activeResources();
  }

  /** Notes what is there now and was not before. */
  look(): void {
    for (const [name, count] of activeResources()) {
      if (count > (this.#before.get(name) ?? 0)) this.#started.add(name);
    }
  }

  /**
   * Takes a real turn. Immediates stand in one queue, so a neighbour of ours is somebody's: their
   * number says nothing, because collecting garbage makes Node count some of its own.
   */
  turn(call: () => void): void {
    const mine = real.setImmediate(() => {
      if (hasNeighbour(mine, "_idleNext")) this.#started.add("Immediate");
      call();
    });
    if (hasNeighbour(mine, "_idlePrev")) this.#started.add("Immediate");
  }

  /** What was started, as Node calls it: `Timeout`, `FSReqPromise, Timeout`; "" for nothing. */
  started(): string {
    this.look();
    const names = [...this.#started].toSorted().join(", ");
    if (names !== "") hasStarted = true;
    return names;
  }
}

/**
 * A watch over the next run, or none: looking costs a part of a microsecond, so of many runs only
 * some are watched, and all from the moment on when one of them was seen to start something.
 */
export function watchHost(): HostWatch | undefined {
  runs += 1;
  const isWatched = hasStarted || runs <= allWatchedMax || runs % watchedEvery === 0;
  return isWatched ? new HostWatch() : undefined;
}

/**
 * Whether all that was started are reads of Node's own loader, for an `import()` in a package: no
 * other code can start one, because files are simulated. A process that loads in every run is
 * looked at as any other.
 */
export function isLoading(names: string): boolean {
  if (names !== "FSReqPromise" || loads >= loadsMax) return false;
  loads += 1;
  return true;
}

/** Whether Node's loader is reading a module at the moment. */
export function isReadingModules(): boolean {
  return loads < loadsMax && process.getActiveResourcesInfo().includes("FSReqPromise");
}

/** Waits until Node has loaded what it is loading, and what a run asked for is there. */
export async function loaded(): Promise<void> {
  if (isPostgresWanted()) await preparePostgres();
  for (let turn = 0; turn < turnsMax; turn++) {
    await new Promise<void>((resolve) => real.setImmediate(resolve));
    if (turn >= turnsMin && !activeResources().has("FSReqPromise")) return;
  }
}

/** The class of seams that something of the host belongs to. */
export function seamOfHost(names: string): string {
  if (/Timeout|Immediate/.test(names)) return "timers";
  if (/^FS|StatWatcher/.test(names)) return "files";
  if (/TCP|UDP|TLS|Pipe|AddrInfo|DNS/i.test(names)) return "network";
  if (/MessagePort|Worker/.test(names)) return "threads";
  return /Process/.test(names) ? "processes" : "unnamed";
}

// --- inside ---

/** So many runs of a process may wait for modules: more have other reasons. */
const loadsMax = 100;
/** What is loaded may be about to load more, for a few turns. */
const turnsMin = 3;
const turnsMax = 10_000;
let loads = 0;

const allWatchedMax = 64;
const watchedEvery = 64;

let idle: ReadonlyMap<string, number> = new Map();
let runs = 0;
let hasStarted = false;

/** What Node's HTTP/2 holds while it writes to a stream of JavaScript, as every one of a run is. */
const ofHttp2: ReadonlySet<string> = new Set([
  "WriteWrap",
  "ShutdownWrap",
  "WRITEWRAP",
  "SHUTDOWNWRAP",
]);

function activeResources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) {
    if (name === "Immediate" || ofHttp2.has(name)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function hasNeighbour(immediate: NodeJS.Immediate, key: "_idleNext" | "_idlePrev"): boolean {
  const neighbour: unknown = Reflect.get(immediate, key);
  return neighbour !== null && neighbour !== undefined;
}
