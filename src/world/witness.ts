import { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import { isPromise } from "node:util/types";
import { activeWorld } from "./active-world.ts";
import { type AnyFunction, imitate } from "./stand-in.ts";
import type { UncontrolledBuiltin } from "./uncontrolled.ts";

/** A call of user code to something uncontrolled, seen during a run. */
export interface SeenCall {
  /** `os.freemem`, `fs.readFileSync`. */
  readonly name: string;
  /** The frames of the call, from the first that is neither Node's nor ours. */
  readonly stack: string;
  /** A short digest of what the call gave: equal digests are equal answers. */
  readonly result: string;
}

/** Wraps the listed functions so that calls in a run are told; gives back the way to undo it. */
export function installWitness(
  list: readonly UncontrolledBuiltin[],
  onCall: (call: SeenCall) => void,
): () => void {
  const undo: (() => void)[] = [];
  for (const { module, name } of list) {
    const place = placeOf(module, name);
    if (place === undefined) continue;
    const { holder, key, property } = place;
    const { value } = property;
    const shown = `${module}.${name}`.replace("globalThis.", "");
    const watching =
      typeof value === "function"
        ? { ...property, value: watched(value, shown, onCall) }
        : watchedValue(property, shown, onCall);
    Object.defineProperty(holder, key, watching);
    undo.push(() => Object.defineProperty(holder, key, property));
  }
  syncBuiltinESMExports();
  return () => {
    // Last first, because one object may have been wrapped under two names.
    for (const restore of undo.toReversed()) restore();
    syncBuiltinESMExports();
  };
}

// --- inside ---

/** Deep enough to leave Node's own frames behind, which are more than the usual ten for streams. */
const framesMax = 50;
const textLengthMax = 60;

/** Where our own compiled or source files are; calls from there are not the user's. */
const ownUrl = new URL("..", import.meta.url);
const ownPlaces = [ownUrl.href, fileURLToPath(ownUrl)];

interface Place {
  readonly holder: object;
  readonly key: string;
  readonly property: PropertyDescriptor & { readonly value: NewableFunction | string | number };
}

function placeOf(module: string, name: string): Place | undefined {
  let holder: unknown = name === "*" ? undefined : moduleObject(module);
  const path = name.split(".");
  const key = path.pop() ?? "";
  for (const step of path) holder = Reflect.get(Object(holder), step);
  // A method may be inherited, as those of `performance` are.
  while (isObject(holder) && !Object.hasOwn(holder, key)) holder = Object.getPrototypeOf(holder);
  if (!isObject(holder)) return undefined;
  const property = Object.getOwnPropertyDescriptor(holder, key);
  const isWatchable = ["function", "string", "number"].includes(typeof property?.value);
  if (!isWatchable || property?.configurable !== true) return undefined;
  return { holder, key, property: property as Place["property"] };
}

function moduleObject(module: string): unknown {
  return module === "globalThis" ? globalThis : process.getBuiltinModule(`node:${module}`);
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function watched(
  original: NewableFunction,
  name: string,
  onCall: (call: SeenCall) => void,
): NewableFunction {
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    const call = (): unknown =>
      target === undefined
        ? Reflect.apply(original, this, args)
        : Reflect.construct(original, args, target === standIn ? original : (target as never));
    const stack = activeWorld === undefined ? undefined : callerStack(standIn);
    if (stack === undefined) return call();
    try {
      const result = call();
      onCall({ name, stack, result: digest(result) });
      return result;
    } catch (thrown) {
      onCall({ name, stack, result: `threw ${toText(String(thrown))}` });
      throw thrown;
    }
  }
  return imitate(standIn, original) as unknown as NewableFunction;
}

/** A plain value, such as `process.pid`: reading it is what is told. */
function watchedValue(
  property: PropertyDescriptor,
  name: string,
  onCall: (call: SeenCall) => void,
): PropertyDescriptor {
  let value: unknown = property.value;
  function get(): unknown {
    const stack = activeWorld === undefined ? undefined : callerStack(get);
    if (stack !== undefined) onCall({ name, stack, result: digest(value) });
    return value;
  }
  const set = (next: unknown): void => {
    value = next;
  };
  return { configurable: true, enumerable: property.enumerable ?? true, get, set };
}

/** The stack from the first frame of user code on, or undefined where the caller is our own. */
function callerStack(below: AnyFunction): string | undefined {
  const limitBefore = Error.stackTraceLimit;
  Error.stackTraceLimit = framesMax;
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, below);
  const { stack } = holder;
  Error.stackTraceLimit = limitBefore;
  if (typeof stack !== "string") return undefined;
  const frames = stack.split("\n").slice(1);
  const first = frames.findIndex((frame) => !isInternal(placeOfFrame(frame)));
  const place = placeOfFrame(frames[first] ?? "");
  if (first === -1 || ownPlaces.some((own) => place.startsWith(own))) return undefined;
  return frames.slice(first).join("\n");
}

/** `at name (place:1:2)`, `at place:1:2` or, if evaluated, `at eval (eval at …, place:1:2)`. */
function placeOfFrame(frame: string): string {
  const text = frame.trim().replace(/\)$/, "");
  const open = Math.max(text.lastIndexOf("(") + 1, text.lastIndexOf(", ") + 2);
  return open > 1 ? text.slice(open) : text.replace(/^at (async )?/, "");
}

function isInternal(place: string): boolean {
  return place.startsWith("node:") || !/:\d+:\d+$/.test(place);
}

function digest(result: unknown): string {
  if (isPromise(result)) return "promise";
  if (typeof result === "function") return "function";
  if (ArrayBuffer.isView(result)) {
    const bytes = new Uint8Array(result.buffer, result.byteOffset, result.byteLength);
    return `${result.byteLength} bytes ${hash(bytes)}`;
  }
  // What emits events is a live thing with a life of its own, not an answer.
  if (isObject(result) && "on" in result) return nameOf(result);
  const text = toText(result);
  return text.length <= textLengthMax ? text : `${text.length} characters ${hash(text)}`;
}

function toText(result: unknown): string {
  if (!isObject(result))
    return typeof result === "string" ? JSON.stringify(result) : String(result);
  try {
    const text: string | undefined = JSON.stringify(result, (_key, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    );
    return text ?? nameOf(result);
  } catch {
    return nameOf(result);
  }
}

function nameOf(value: object): string {
  const { constructor } = value;
  return typeof constructor === "function" ? `a ${constructor.name}` : "an object";
}

function hash(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 12);
}
