import { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { isPromise } from "node:util/types";
import { activeWorld } from "./active-world.ts";
import { callerStack } from "./caller-stack.ts";
import { builtinPlace, isObject } from "./builtin-place.ts";
import type { UncontrolledBuiltin } from "./builtins/builtin-table.ts";
import { imitate } from "./stand-in.ts";

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
    const place = builtinPlace(module, name);
    if (place === undefined) continue;
    const { holder, key, property } = place;
    const value: unknown = property.value;
    if (!["function", "string", "number"].includes(typeof value)) continue;
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

const textLengthMax = 60;

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
