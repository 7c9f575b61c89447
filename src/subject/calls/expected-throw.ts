import type { CallPlan, Guard } from "../../kernel/subject/call-plan.ts";
import { isEngineError, isSlip } from "../../kernel/errors/engine-error.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { type Making, UnmadeError } from "./maker.ts";
import { unscripted } from "../../world/processes/launch.ts";
import { StubSpentError } from "./stub-maker.ts";

/** What a throw is judged by. */
export interface Expectations {
  readonly plan: Pick<CallPlan, "guards" | "documentedThrows">;
  /** Texts of messages, or names of error classes. */
  readonly preconditions: readonly string[];
  readonly frames: ((stack: string) => readonly SourceLocation[]) | undefined;
  readonly making: Pick<Making, "hasSignal">;
  /** What the call was given. */
  readonly args?: readonly unknown[];
}

/** Why a throw is no failure of the code; undefined where it is one. */
export function whyExpected(thrown: unknown, expectations: Expectations): string | undefined {
  let link: unknown = thrown;
  // What wraps a refusal is a refusal as well.
  for (let links = 0; links < causesMax; links++) {
    const why = whyOne(link, expectations);
    if (why !== undefined) return why;
    link = read(link, "cause");
    if (link === undefined || link === null) return undefined;
  }
  return undefined;
}

// --- inside ---

/** So many causes of an error are followed. */
const causesMax = 5;

function whyOne(thrown: unknown, expectations: Expectations): string | undefined {
  const own = ownWords(thrown);
  if (own !== undefined) return own;
  const { plan, preconditions, making } = expectations;
  const names = classNames(thrown);
  const said = typeof thrown === "string" ? thrown : read(thrown, "message");
  const message = typeof said === "string" ? said : "";
  const configured = preconditions.find(
    (text) => text === "*" || (text !== "" && (names.includes(text) || message.includes(text))),
  );
  if (configured !== undefined) return `configured: ${configured}`;
  const documented = isSlip(names[0] ?? "", message)
    ? undefined
    : plan.documentedThrows.find((name) => name === "*" || names.includes(name));
  if (documented !== undefined) return `documented: ${documented}`;
  if (making.hasSignal && names.some((name) => name === "AbortError" || name === "TimeoutError")) {
    return "the signal was aborted";
  }
  return guardOf({ thrown, names, message }, expectations) ?? environmentOf(thrown);
}

/** What our own errors say: the code could not be called as it should. */
function ownWords(thrown: unknown): string | undefined {
  try {
    const isOwn = thrown instanceof UnmadeError || thrown instanceof StubSpentError;
    return isOwn ? thrown.message : undefined;
  } catch {
    return undefined; // a proxy may throw when it is asked for its prototype
  }
}

interface Thrown {
  readonly thrown: unknown;
  readonly names: readonly string[];
  readonly message: string;
}

function guardOf(
  { thrown, names, message }: Thrown,
  { plan, frames, args }: Expectations,
): string | undefined {
  if (isLengthError(message) && args?.some((arg) => mayHoldNumber(arg, 0)) === false) {
    return undefined;
  }
  if (plan.guards.length === 0 || frames === undefined) return undefined;
  const stack = read(thrown, "stack");
  if (typeof stack !== "string") return undefined;
  const place = frames(stack).find(({ file }) => !file.startsWith(".gauntlet/"));
  if (place === undefined) return undefined;
  const guard = plan.guards.find(
    (one) =>
      one.file === place.file &&
      one.fromLine <= place.line &&
      place.line <= one.toLine &&
      isThrownBy(one, names, message),
  );
  return guard === undefined ? undefined : `${guard.why} ${guard.file}:${guard.fromLine}`;
}

/** A builtin refused a number: `new Array(-1)`, `text.repeat(-1)`. */
function isLengthError(message: string): boolean {
  return /^Invalid (?:(?:array|string|typed array|array buffer) length|count value)/iu.test(
    message,
  );
}

/** So deep is looked for a number that was given. */
const argsDepthMax = 8;

/**
 * Whether a number, or a text that may be read as one, was given. Where none was, the code made
 * the number that the builtin refused.
 */
function mayHoldNumber(value: unknown, depth: number): boolean {
  if (typeof value === "number" || typeof value === "bigint") return true;
  if (typeof value === "string") return /\d/u.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > argsDepthMax || value instanceof Date) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(value);
  return !isPlain || Object.values(value).some((part) => mayHoldNumber(part, depth + 1));
}

/**
 * The line alone does not tell: `if (user.name.length > 9) throw …` fails there as well when there
 * is no name, and that is not what its author meant.
 */
function isThrownBy({ why, throws }: Guard, names: readonly string[], message: string): boolean {
  const name = names[0] ?? "";
  // A class of the user's own may go by another name once it is bundled.
  if (why !== "checked by a builtin") return !isEngineError(name, message);
  if (isSlip(name, message)) return false;
  return throws === undefined || throws.some((known) => names.includes(known));
}

/** A file that is not there, a host that nobody answers for: the world's doing, not the code's. */
function environmentOf(thrown: unknown): string | undefined {
  const message = read(thrown, "message");
  if (typeof message === "string" && message.includes(unscripted)) {
    return "the world: the command is not scripted";
  }
  const code = read(thrown, "code");
  const isOfSystem = typeof code === "string" && read(thrown, "syscall") !== undefined;
  return isOfSystem ? `the world: ${code}` : undefined;
}

/** The names that an error goes by: its own, and those of its class and the classes above. */
function classNames(thrown: unknown): readonly string[] {
  const names = [read(thrown, "name")];
  try {
    let prototype: unknown = typeof thrown === "object" ? Object.getPrototypeOf(thrown) : null;
    while (typeof prototype === "object" && prototype !== null && prototype !== Object.prototype) {
      const maker = read(prototype, "constructor");
      if (typeof maker === "function") names.push(maker.name);
      prototype = Object.getPrototypeOf(prototype);
    }
  } catch {
    // A proxy may throw when it is asked for its prototype.
  }
  return names.filter((name) => typeof name === "string");
}

function read(owner: unknown, key: string): unknown {
  if ((typeof owner !== "object" && typeof owner !== "function") || owner === null)
    return undefined;
  try {
    return Reflect.get(owner, key) as unknown;
  } catch {
    return undefined;
  }
}
