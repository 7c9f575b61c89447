import { fileURLToPath, pathToFileURL } from "node:url";
import { ownFolder, ownModule } from "./own-modules.ts";
import type { AnyFunction } from "./stand-in.ts";

/** The stack from the first frame of user code on, or undefined where the caller is our own. */
export function callerStack(below: AnyFunction): string | undefined {
  return stackOfUser(stackBelow(below));
}

/** The stack from the first frame of user code on, whatever of ours is above it. */
export function askerStack(below: AnyFunction): string | undefined {
  const frames = stackBelow(below).split("\n").slice(1);
  const first = frames.findIndex((frame) => {
    const place = placeOfFrame(frame);
    return !isInternal(place) && !startsWithAny(place, ownPlaces);
  });
  return first === -1 ? undefined : frames.slice(first).join("\n");
}

/**
 * The same, and all of it where there is no frame of user code: a builtin that is handed over as a
 * callback is called by us, or by nobody at all.
 */
export function anyCallerStack(below: AnyFunction): string {
  return askerStack(below) ?? stackBelow(below).split("\n").slice(1).join("\n");
}

/**
 * Whether the very caller is in a file whose name begins so: `node:internal/deps/undici`. Modules
 * of ours whose names begin as `past` says only pass the call on.
 */
export function isCalledFrom(below: AnyFunction, file: string, past?: string): boolean {
  const places = stackBelow(below).split("\n").slice(1).map(placeOfFrame);
  const isPassing = (place: string): boolean =>
    past !== undefined && moduleAt(place)?.startsWith(past) === true;
  return places.find((place) => !isPassing(place))?.startsWith(file) ?? false;
}

/** Where the very caller is: a file with line and column. */
export function callerPlace(below: AnyFunction): string {
  return placeOfFrame(stackBelow(below).split("\n")[1] ?? "");
}

/** All of the stack below a function, ours and Node's with it. */
export function wholeStack(below: AnyFunction): string {
  return stackBelow(below);
}

/** The part of a stack from the first frame of user code on. */
export function stackOfUser(stack: string): string | undefined {
  const frames = stack.split("\n").slice(1);
  const first = frames.findIndex((frame) => !isInternal(placeOfFrame(frame)));
  const place = placeOfFrame(frames[first] ?? "");
  if (first === -1 || startsWithAny(place, ownPlaces)) return undefined;
  return frames.slice(first).join("\n");
}

/** Whether any frame of a stack is user code. */
export function hasUserFrame(stack: string): boolean {
  const places = stack.split("\n").slice(1).map(placeOfFrame);
  return places.some((place) => !isInternal(place) && !startsWithAny(place, ownPlaces));
}

/**
 * The place in a line of a stack: `at name (place:1:2)`, `at place:1:2` or, if evaluated, `at eval
 * (eval at …, place:1:2)`.
 */
export function placeOfFrame(frame: string): string {
  const text = frame.trim();
  if (!text.endsWith(")")) return text.replace(/^at (async )?/, "");
  const inner = text.slice(0, -1);
  // Folders may be called `app (copy), 2`: only the first bracket can be the one of the frame.
  const open = inner.includes(" (eval at ") ? inner.lastIndexOf(", ") : inner.indexOf(" (");
  return inner.slice(open + 2);
}

// --- inside ---

function stackBelow(below: AnyFunction): string {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = framesMax;
  // Code may put a function of its own there, which makes anything of a stack.
  const isPrepared = prepareStackTrace !== undefined;
  if (isPrepared) Reflect.set(Error, "prepareStackTrace", undefined);
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, below);
  const { stack } = holder;
  Error.stackTraceLimit = stackTraceLimit;
  if (isPrepared) Error.prepareStackTrace = prepareStackTrace;
  return typeof stack === "string" ? stack : "";
}

/** Deep enough to leave Node's own frames behind, which are more than the usual ten for streams. */
const framesMax = 50;

/** Where our own code is; calls from there are not the user's. */
const ownPlaces = [pathToFileURL(ownFolder).href, ownFolder];

function isInternal(place: string): boolean {
  return place.startsWith("node:") || !/:\d+:\d+$/.test(place) || isWitness(place);
}

/** The witness only passes calls on: whoever called it is the caller. */
function isWitness(place: string): boolean {
  return moduleAt(place) === "world/witness";
}

/** The module of ours at a place; undefined where it is not ours. */
function moduleAt(place: string): string | undefined {
  if (!startsWithAny(place, ownPlaces)) return undefined;
  const [, file = "", line = ""] = /^(.*):(\d+):\d+$/.exec(place) ?? [];
  return ownModule(file.startsWith("file:") ? fileURLToPath(file) : file, Number(line));
}

function startsWithAny(place: string, starts: readonly string[]): boolean {
  return starts.some((start) => place.startsWith(start));
}
