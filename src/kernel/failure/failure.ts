import type { ExitMode } from "./exit-mode.ts";
import { hidden } from "../secrets/process-secrets.ts";

/** The ways in which a run can be broken. */
export type FailureKind =
  | "property" // always, unreachable, eventually, an invariant or a final check
  | "thrown" // a rule, a setup or the run itself threw
  | "rejected" // a promise was rejected and nobody listened
  | "uncaught" // an error left a callback, a listener or nextTick
  | "deadlock" // nothing is pending and the run has not ended
  | "stalled" // the run went on and on without ending
  | "escape" // something outside the simulated world took part
  | "leak" // it ended with timers or handles still open, and that was asked for
  | "divergence" // the same decisions gave another run
  | "timeout" // the process gave no sign of life
  | "memory" // the process ran out of memory
  | "output" // the process printed more than a run may
  | "crash"; // the process ended: exit code or signal

/** What was seen at the moment a run broke; plain data. */
export interface Failure {
  readonly kind: FailureKind;
  /** The class of the error, such as `TypeError`. */
  readonly error: string;
  readonly message: string;
  readonly stack: string;
  /** The property, invariant or check that was broken, where there is one. */
  readonly property?: string | undefined;
  /** How the process ended; absent where it lived. */
  readonly exitMode?: ExitMode | undefined;
  /**
   * What tells it from other failures instead of its message; for messages that repeat what was
   * drawn, such as `cannot read "a,b"`, of which each would be another failure.
   */
  readonly sameAs?: string | undefined;
}

const nameLengthMax = 200;
const messageLengthMax = 2_000;
const stackLengthMax = 20_000;

/** Turns anything that can be thrown into a failure; a hostile error cannot make this throw. */
export function failureFrom(kind: FailureKind, thrown: unknown, property?: string): Failure {
  const error = read(thrown, "name") ?? nameOf(thrown);
  const ownStack = read(thrown, "stack") ?? "";
  // An error of another realm is of another class, but it has a stack as well.
  const isError = ownStack !== "" || isOurError(thrown);
  const said = isError ? (read(thrown, "message") ?? "") : textOf(thrown);
  // Hidden before it is cut, or the beginning of a secret would be left at the end.
  const message = hidden(said);
  const stack = message === said ? ownStack : hidden(ownStack);
  return {
    kind,
    error: (constructorName(thrown) ?? error).slice(0, nameLengthMax),
    message: message.slice(0, messageLengthMax),
    stack: shortStack(stack),
    property,
  };
}

// --- inside ---

/** The frames say where it happened, so a message of any length must not push them out. */
function shortStack(stack: string): string {
  if (stack.length <= stackLengthMax) return stack;
  const at = stack.indexOf("\n    at ");
  if (at < 0) return stack.slice(0, stackLengthMax);
  return stack.slice(0, Math.min(at, messageLengthMax)) + stack.slice(at, at + stackLengthMax);
}

function read(thrown: unknown, key: "name" | "message" | "stack"): string | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  try {
    const value: unknown = Reflect.get(thrown, key);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function constructorName(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  try {
    const maker: unknown = Reflect.get(thrown, "constructor");
    const own = read(thrown, "name");
    // A class that sets its own `name` says more than the constructor of a bundled copy.
    if (own !== undefined && own !== "Error") return own;
    if (typeof maker !== "function") return own;
    // A class may have a static `name` of its own, which is any value.
    const made: unknown = maker.name;
    return typeof made === "string" && made !== "" ? made : own;
  } catch {
    return undefined;
  }
}

function isOurError(thrown: unknown): boolean {
  try {
    return thrown instanceof Error;
  } catch {
    return false; // a proxy may throw when it is asked for its prototype
  }
}

function nameOf(thrown: unknown): string {
  return thrown === null ? "null" : typeof thrown;
}

function textOf(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null) return JSON.stringify(thrown) ?? "object";
    return String(thrown);
  } catch {
    return "something that cannot be shown";
  }
}
