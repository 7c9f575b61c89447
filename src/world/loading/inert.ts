import { activeWorld } from "../active-world.ts";
import { askerStack, callerStack } from "../caller-stack.ts";
import { leaveWorld } from "../escapes.ts";
import type { AnyFunction } from "../stand-in.ts";
import { cureFor } from "./cure.ts";
import type { Maker } from "./maker.ts";

/** A kind of thing that is made outside of runs and does nothing. */
export interface InertKind {
  /** What it is called before a method: `socket`, in `socket.write`. */
  readonly name: string;
  /** What it is in a sentence: `a socket`. */
  readonly noun: string;
  /** The class of seams that using it leaves. */
  readonly seam: string;
  /** The methods that use it. Whatever only ends or releases it is not among them. */
  readonly methods: readonly PropertyKey[];
  /** The events that never come; to listen to one is to wait for it. */
  readonly events?: ReadonlySet<unknown>;
}

/**
 * Makes every use of a thing inside a run an escape that names who made it. Outside of runs its
 * methods do what they did: on something that is connected to nothing.
 */
export function makeInert<T extends object>(handle: T, kind: InertKind, maker: Maker): T {
  for (const method of kind.methods) {
    shadow(handle, method, (call, standIn) => {
      meet(kind, `${kind.name}.${nameOf(method)}`, { maker, stack: askerStack(standIn) });
      return call();
    });
  }
  const { events } = kind;
  for (const method of events === undefined ? [] : listening) {
    shadow(handle, method, (proceed, standIn, event) => {
      // Our own code listens too, to what it then passes on.
      const stack = events?.has(event) === true ? callerStack(standIn) : undefined;
      const call = `${kind.name}.${method}("${String(event)}")`;
      if (stack !== undefined) meet(kind, call, { maker, stack });
      return proceed();
    });
  }
  return handle;
}

/** Says that a run uses what was made outside of every run; throws where that breaks the run. */
export function meet(
  { noun, seam }: Pick<InertKind, "noun" | "seam">,
  call: string,
  { maker, stack }: { readonly maker: Maker; readonly stack: string | undefined },
): void {
  leaveWorld({
    seam,
    call,
    stack: stack ?? "",
    why: `uses ${noun} ${originOf(maker)}`,
    instead: cureFor(maker),
  });
}

/** The methods of a stream that is read. */
export const readingMethods: readonly PropertyKey[] = [
  "read",
  "resume",
  "pipe",
  Symbol.asyncIterator,
];

/** The methods of a stream that is written. */
export const writingMethods: readonly PropertyKey[] = ["write", "end"];

/** The events of a stream that is read. */
export const readingEvents: readonly string[] = ["data", "readable", "end"];

// --- inside ---

const listening = ["on", "once", "addListener", "prependListener", "prependOnceListener"] as const;

type Around = (call: () => unknown, standIn: AnyFunction, first: unknown) => unknown;

function shadow(handle: object, key: PropertyKey, around: Around): void {
  const original: unknown = Reflect.get(handle, key);
  if (typeof original !== "function") return;
  const value = function standIn(this: unknown, ...args: unknown[]): unknown {
    const call = (): unknown => Reflect.apply(original, this, args);
    return activeWorld === undefined ? call() : around(call, standIn, args[0]);
  };
  Object.defineProperty(handle, key, { value, writable: true, configurable: true });
}

function originOf({ packageName, place }: Maker): string {
  const at = place === "" ? "" : ` (${place})`;
  if (packageName === undefined) return `made outside of every run${at}`;
  return `that \`${packageName}\` made while it was loaded${at}`;
}

function nameOf(method: PropertyKey): string {
  return typeof method === "symbol" ? "read" : String(method);
}
