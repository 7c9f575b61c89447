import { AsyncResource, createHook } from "node:async_hooks";
import { activeWorld } from "./active-world.ts";
import { stackOfUser } from "./caller-stack.ts";

/** Something that a run started in the host, although everything it can ask for is simulated. */
export interface HostStart {
  /** `native setTimeout`, or what Node calls it: `FSREQPROMISE`. */
  readonly name: string;
  /** The frames of the call, from the first that is neither Node's nor ours. */
  readonly stack: string;
}

/** What a run is waiting for, and what it started in the host. */
export interface AsyncWatch {
  /** Forgets what was seen before. */
  restart(): void;
  /** The frames of the innermost wait that is still open, if user code waits for anything. */
  waitingStack(): string | undefined;
}

/**
 * Watches every promise and every handle of the process from now on. It costs far more than a run,
 * so it is for one run whose failure does not say where it comes from, in a process of its own.
 */
export function watchAsync(onStart: (start: HostStart) => void): AsyncWatch {
  const open = new Map<number, Wait>();
  function init(id: number, type: string, trigger: number, resource: object): void {
    if (activeWorld === undefined) return;
    if (type === "PROMISE") {
      if (open.size < waitsMax) open.set(id, { parent: trigger, holder: captured(init) });
    } else if (!quietTypes.has(type) && !(resource instanceof AsyncResource)) {
      const stack = stackOfUser(String(captured(init).stack));
      if (stack !== undefined) onStart({ name: hostName(type, resource), stack });
    }
  }
  const forget = (id: number): void => void open.delete(id);
  // What an `await` makes is never settled, but it goes on: then nobody waits there any more.
  createHook({ init, before: forget, promiseResolve: forget }).enable();
  return { restart: () => open.clear(), waitingStack: () => innermost(open) };
}

// --- inside ---

/** So many open promises are kept; a run with more has a problem that one line does not tell. */
const waitsMax = 100_000;
const framesMax = 50;

/** What Node makes for microtasks and ticks, which end inside the run. */
const quietTypes: ReadonlySet<string> = new Set(["TickObject", "Microtask"]);

interface Wait {
  /** The promise that this one waits for, or whatever ran when it was made. */
  readonly parent: number;
  /** Its `stack` is made into text only when it is read. */
  readonly holder: { readonly stack?: unknown };
}

function captured(below: (...args: never[]) => void): { readonly stack?: unknown } {
  const limitBefore = Error.stackTraceLimit;
  Error.stackTraceLimit = framesMax;
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, below);
  Error.stackTraceLimit = limitBefore;
  return holder;
}

/** A promise that is open, as its stack tells of it. */
interface OpenPromise {
  readonly id: number;
  readonly parent: number;
  readonly stack: string;
  /** The user's function in which it was made. */
  readonly within: string;
  /** Whether it is what an async function gave back, not made by `new Promise` or `then`. */
  readonly isOfFunction: boolean;
}

/**
 * Of all waits that are open, the one for a promise that no function is going to settle: an async
 * function that waits itself is not what others wait for in the end. A promise that only we wait
 * for was handed to us, so where it was made is all there is to say.
 */
function innermost(open: ReadonlyMap<number, Wait>): string | undefined {
  const promises = [...open].flatMap(([id, wait]) => openPromise(id, wait));
  const byId = new Map(promises.map((promise) => [promise.id, promise]));
  const waits = promises.filter(({ parent }) => open.has(parent));
  const functions = new Set(waits.map(({ within }) => within));
  const isPassedOn = ({ parent }: OpenPromise): boolean => {
    const waited = byId.get(parent);
    return waited !== undefined && waited.isOfFunction && functions.has(waited.within);
  };
  const ends = waits.filter((wait) => !isPassedOn(wait));
  return (ends.length > 0 ? ends : waits.length > 0 ? waits : promises).at(-1)?.stack;
}

function openPromise(id: number, { parent, holder }: Wait): readonly OpenPromise[] {
  const text = String(holder.stack);
  const stack = stackOfUser(text);
  if (stack === undefined) return [];
  const maker = text.split("\n").find((frame) => /^\s+at /.test(frame) && !isNodeFrame(frame));
  const isOfFunction = maker?.endsWith("(<anonymous>)") === false;
  const within = stack
    .split("\n", 1)
    .join("")
    .replace(/:\d+:\d+\)?$/, "");
  return [{ id, parent, stack, within, isOfFunction }];
}

function isNodeFrame(frame: string): boolean {
  return /[( ]node:/.test(frame);
}

function hostName(type: string, resource: object): string {
  if (type === "Immediate") return "native setImmediate";
  if (type !== "Timeout") return type;
  const repeat: unknown = Reflect.get(resource, "_repeat");
  return repeat === null ? "native setTimeout" : "native setInterval";
}
