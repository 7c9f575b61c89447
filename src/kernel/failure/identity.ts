import type { Failure } from "./failure.ts";
import { sha256 } from "../values/sha256.ts";

/**
 * What makes two failures the same one. It drives dedupe, shrink acceptance, replay and file names.
 * The line is for display only: edits above it shift it.
 */
export interface FailureIdentity {
  readonly error: string;
  /** The message with what varies from run to run masked. */
  readonly message: string;
  /** The first in-project place: `src/pay.ts#Checkout.pay`, or "" where there is none. */
  readonly frame: string;
  readonly property: string;
  /** A short digest of the four above. */
  readonly key: string;
}

/** One frame of a stack, as far as text tells. */
export interface StackFrame {
  readonly functionName: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How paths of the user's project are told from all others. */
export interface ProjectPaths {
  /** Turns a path or URL of a stack frame into a project path, or undefined outside of it. */
  inProject(file: string): string | undefined;
  /** Makes paths into the project that stand in a text relative to it. */
  relativeText?(text: string): string;
}

/** Reads the identity off a failure. */
export function identify(failure: Failure, paths: ProjectPaths): FailureIdentity {
  const place = firstProjectFrame(behindMessage(failure), paths);
  const frame = place === undefined ? "" : `${place.file}#${place.functionName}`;
  const said = failure.sameAs ?? failure.message;
  const message = maskMessage(paths.relativeText?.(said) ?? said);
  const property = failure.property ?? "";
  const error = failure.kind === "thrown" ? failure.error : `${failure.error} (${failure.kind})`;
  const key = sha256([error, message, frame, property].join("\u0000")).slice(0, 12);
  return { error, message, frame, property, key };
}

/** The first frame of a stack that lies in the project, with its project path. */
export function firstProjectFrame(stack: string, paths: ProjectPaths): StackFrame | undefined {
  for (const frame of stackFrames(stack)) {
    const file = paths.inProject(frame.file);
    if (file !== undefined) return { ...frame, file };
  }
  return undefined;
}

/** The frames of a V8 stack text, in order. */
export function stackFrames(stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of stack.split("\n")) {
    const match = namedFrame.exec(line) ?? bareFrame.exec(line);
    if (match === null) continue;
    const [, name = "", file = "", row = "0", column = "0"] = match;
    frames.push({
      functionName: plainName(name),
      file: file.replace(/^async /, ""),
      line: Number(row),
      column: Number(column),
    });
  }
  return frames;
}

/** Masks what differs between two sightings of one bug: numbers, ids, times. */
export function maskMessage(message: string): string {
  return message
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "#")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "#")
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{12,}/g, "#")
    .replace(/\b0x[0-9a-f]+/gi, "#")
    .replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?n?/gi, "#")
    .slice(0, messageLengthMax); // cut last: how long a number is must not move the end
}

// --- inside ---

const messageLengthMax = 300;

/** `    at Checkout.pay (/app/src/pay.ts:31:7)` */
const namedFrame = /^\s+at (.*?) \((.+):(\d+):(\d+)\)$/;

/** `    at async /app/src/pay.ts:31:7`: no name, so brackets belong to the path. */
const bareFrame = /^\s+at ()(.+):(\d+):(\d+)$/;

/** A stack begins with its message, and a message may quote the frames of another error. */
function behindMessage({ stack, message }: Failure): string {
  const at = stack.indexOf(message);
  const isFirst = at >= 0 && !stack.slice(0, at).includes("\n");
  return isFirst ? stack.slice(at + message.length) : stack;
}

function plainName(name: string): string {
  const bare = name
    .replace(/^async /, "")
    .replace(/^new /, "")
    .replace(/ \[as .*\]$/, "")
    .replace(/^(?:Object|Module|Proxy|Function|Generator|AsyncFunction)\./, "");
  return bare === "" ? "anonymous" : bare;
}
