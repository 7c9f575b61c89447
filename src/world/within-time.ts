import { createContext, Script } from "node:vm";
import { patternWork } from "../kernel/patterns/pattern-work.ts";

/** What a bounded computation gave; undefined where it did not end in time. */
export type Bounded<Value> = { readonly value: Value } | undefined;

/**
 * Runs something that must not go on for ever: a pattern of the user's on an answer of anybody's.
 * V8 looks at the time limit of a script inside of a pattern that backtracks as well, so a
 * catastrophic one ends after `millisMax` instead of never. A machine that gave the process too
 * little of that time proves nothing: it is run again with more, as long as all its own work was
 * less than that. Must not await, and must be the same when it is run again.
 */
export function withinTime<Value>(
  compute: () => Value,
  millisMax: number = patternMillisMax,
): Bounded<Value> {
  try {
    context.compute = compute;
    const beganMs = workedMs();
    for (let factor = 1; factor <= waitFactorMax; factor *= 2) {
      const done = runUntil(millisMax * factor);
      if (done !== undefined) return done as Bounded<Value>;
      if (workedMs() - beganMs >= ownShare * millisMax) return undefined;
    }
    return undefined;
  } finally {
    context.compute = undefined;
  }
}

/**
 * Matches a pattern of the user's against a text of anybody's; undefined where that does not end in
 * time. A pattern that cannot take long on such a text is not watched, which would cost more than
 * most matches do.
 */
export function matchWithin(
  pattern: RegExp,
  text: string,
  millisMax: number = patternMillisMax,
): Bounded<RegExpExecArray | null> {
  if (patternWork(pattern, text.length) <= quickWorkMax) return { value: pattern.exec(text) };
  return withinTime(() => pattern.exec(text), millisMax);
}

/** What is told of a pattern that was given up. */
export function givenUp(what: string, on: string): string {
  return `${what} took more than ${patternMillisMax} ms on ${on} and was given up`;
}

/** So long all patterns of one rule may take on one answer. */
export const patternMillisMax = 1_000;

// --- inside ---

/** So many steps take a few hundredths of a second at most. */
const quickWorkMax = 10_000_000;

const context = createContext({ compute: undefined as (() => unknown) | undefined });

const script = new Script("compute()");

/** So much longer is waited where the machine is busy. */
const waitFactorMax = 32;

/** What worked for this share of its time had it; the rest is the machine's. */
const ownShare = 0.8;

/** Taken before a run can change it. */
const { cpuUsage } = process;

/** How long this process worked, on however busy a machine. */
function workedMs(): number {
  const { user, system } = cpuUsage.call(process);
  return (user + system) / 1_000;
}

function runUntil(timeout: number): Bounded<unknown> {
  try {
    return { value: script.runInContext(context, { timeout }) as unknown };
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

/** The error may be of the realm of the context, so its class says nothing. */
function isTimeout(error: unknown): boolean {
  const isTable = typeof error === "object" && error !== null;
  return isTable && Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
