import type { EventEmitter } from "node:events";
import type { Http2Session, ServerHttp2Stream } from "node:http2";
import { activeWorld } from "../active-world.ts";
import { real } from "../real.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";
import { Timeout } from "../timeout.ts";

/** Lets the timeouts of sessions, and how long a ping took, be counted in the time of the run. */
export function keepSessionTime(session: Http2Session): void {
  const isNew = keepTimeouts(session);
  const prototype = holderOf(session, "ping");
  if (prototype !== undefined && !kept.has(prototype)) {
    kept.add(prototype);
    keepPings(prototype);
  }
  // A server may have set it already, on a timer of Node's own.
  const { timeout = 0 } = session as { readonly timeout?: number };
  if (isNew && activeWorld !== undefined && timeout > 0) session.setTimeout(timeout);
}

/** The same for streams; and the `date` of an answer is that of the run, not of the machine. */
export function keepStreamTime(stream: EventEmitter): void {
  keepTimeouts(stream);
  for (const name of answers) {
    const holder = holderOf(stream, name);
    if (holder !== undefined && !kept.has(holder)) keepDates(holder);
  }
}

// --- inside ---

/** How a stream may answer, and at which place each of these takes the headers. */
const answers = ["respond", "respondWithFD", "respondWithFile"] as const;
const headersAt: Readonly<Record<(typeof answers)[number], number>> = {
  respond: 0,
  respondWithFD: 1,
  respondWithFile: 1,
};

const kept = new WeakSet<object>();
const keptTimeouts = new WeakSet<object>();

/** The prototype that has a method; Node does not show it, so it is met on what it made. */
function holderOf(made: object, name: string): object | undefined {
  let holder: object | null = made;
  while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder);
  return holder ?? undefined;
}

/**
 * Node puts the machine's present into each answer. That shows in what a program reads, and in how
 * many bytes an answer has, because digits are packed into bits: so in what is decided of it.
 */
function keepDates(holder: object): void {
  kept.add(holder);
  for (const name of answers) {
    const original = Reflect.get(holder, name) as AnyFunction;
    replaceFunction(holder, name, function standIn(this: ServerHttp2Stream, ...args: never[]) {
      const given: unknown[] = args;
      const at = headersAt[name];
      const options = given[at + 1] as { readonly sendDate?: boolean } | undefined;
      if (activeWorld !== undefined && options?.sendDate !== false) {
        given[at] = withDate(given[at]);
      }
      return Reflect.apply(original, this, given);
    });
  }
}

function withDate(headers: unknown): unknown {
  if (headers === undefined || headers === null) return { date: new Date().toUTCString() };
  if (typeof headers !== "object") return headers; // Node says what is wrong with it
  const isList = Array.isArray(headers);
  const names = isList ? headers.filter((_, at) => at % 2 === 0) : Object.keys(headers);
  if (names.some((name) => String(name).toLowerCase() === "date")) return headers;
  const date = new Date().toUTCString();
  return isList ? [...headers, "date", date] : copyWith(headers, date);
}

/** A copy in which everything stays that Node looks for, symbols among it. */
function copyWith(headers: object, date: string): object {
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(headers)) as object;
  return Object.defineProperty(copy, "date", { value: date, enumerable: true, writable: true });
}

/** Whether that had not been done yet. */
function keepTimeouts(made: object): boolean {
  const holder = holderOf(made, "setTimeout");
  if (holder === undefined || keptTimeouts.has(holder)) return false;
  keptTimeouts.add(holder);
  const original = Reflect.get(holder, "setTimeout") as AnyFunction;
  replaceFunction(holder, "setTimeout", function standIn(this: Timed, ...args: never[]): unknown {
    const before = timerOf(this);
    if (before?.timer instanceof Timeout) before.timer.close();
    const result = Reflect.apply(original, this, args);
    const held = timerOf(this);
    if (activeWorld === undefined || held === undefined || this.destroyed) return result;
    if (held.timer instanceof Timeout || held.timer._onTimeout === null) return result;
    real.clearTimeout(held.timer as unknown as NodeJS.Timeout);
    const plan = { label: "http2 timeout", delay: this.timeout, isRef: false };
    const timer = new Timeout(activeWorld, { ...plan, callback: () => this._onTimeout() });
    Reflect.set(this, held.key, timer);
    return result;
  });
  return true;
}

/** What a session and a stream have inside; the names are Node's. */
interface Timed {
  readonly destroyed: boolean;
  readonly timeout: number;
  _onTimeout(): void;
}

/** A timer that it holds under a symbol of Node's. */
function timerOf(timed: object): { readonly key: symbol; readonly timer: TimerLike } | undefined {
  for (const key of Object.getOwnPropertySymbols(timed)) {
    if (!timerNames.has(key.description ?? "")) continue;
    const timer: unknown = Reflect.get(timed, key);
    if (typeof timer === "object" && timer !== null && "_onTimeout" in timer) {
      return { key, timer };
    }
  }
  return undefined;
}

interface TimerLike {
  readonly _onTimeout: unknown;
}

const timerNames: ReadonlySet<string> = new Set(["timeout", "kTimeout"]);

function keepPings(holder: object): void {
  const original = Reflect.get(holder, "ping") as AnyFunction;
  replaceFunction(holder, "ping", function standIn(this: unknown, ...args: never[]): unknown {
    const world = activeWorld;
    const at = args.findIndex((arg) => typeof arg === "function");
    if (world === undefined || at < 0) return Reflect.apply(original, this, args);
    const given: unknown[] = [...args];
    const told = given[at] as AnyFunction;
    const startUs = world.nowUs;
    given[at] = (error: unknown, _ms: number, ...rest: never[]): unknown =>
      Reflect.apply(told, undefined, [error, (world.nowUs - startUs) / 1_000, ...rest] as never[]);
    return Reflect.apply(original, this, given);
  });
}
