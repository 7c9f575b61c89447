import type { Fault, SeamCall } from "./fault.ts";
import { isObject } from "./answer-kind.ts";
import { callbackOf, strikeCallback } from "./callback.ts";
import { faultOptionError } from "./fault-option-error.ts";
import { type NodeErrorFacts, nodeError } from "./node-error.ts";
import { waitFor } from "./wait.ts";

/** When a fault that is on strikes; every fault takes these. */
export interface Triggers {
  /** How likely a call is struck; 1 where it is left out. */
  readonly probability?: number;
  /** Only every so manieth call. */
  readonly everyNth?: number;
  /** At most so many strikes each time the fault is switched on. */
  readonly times?: number;
  /** So many calls are left alone first. */
  readonly after?: number;
  /** What the story calls the fault, where two would be called the same. */
  readonly name?: string;
}

/** Triggers of a fault at a function, which may have to be told how the function answers. */
export interface SeamOptions extends Triggers {
  /** Says that the function answers at once, so that an error is thrown and nothing waits. */
  readonly sync?: boolean;
  /** Says that the function answers by its last argument, an error-first callback. */
  readonly callback?: boolean;
}

/** An error to inject: a code of Node, or what makes the error. */
export type ErrorChoice = string | (() => Error);

/** One call that a fault may strike, with what a fault needs to do so. */
export interface Hit<S> {
  readonly call: SeamCall;
  /** What the fault remembers since it was switched on. */
  readonly state: S;
  /** Draws whether this call is struck; a fault that watches every call asks for itself. */
  isStruck(): boolean;
  fire(detail?: string): void;
  /** A whole number, drawn under the fault's name. */
  draw(what: string, max: number): number;
  /** Whether the caller expects a promise. */
  readonly answersLater: boolean;
  /** Whether time may pass before the call is made; a file's seam throws, but can wait. */
  readonly canWait: boolean;
  error(choice: ErrorChoice | undefined, facts: NodeErrorFacts): Error;
  /** Fails the call: with a rejection after so much virtual time, or with a throw. */
  fail(error: Error, afterMs?: number): unknown;
}

/** What one kind of fault is, besides its triggers. */
export interface FaultPlan<S> {
  readonly kind: string;
  readonly seam: string;
  readonly options: SeamOptions | undefined;
  /** What follows the kind in the fault's name; the seam where it is left out. */
  readonly target?: string | undefined;
  /** What the fault remembers is made anew each time it is switched on. */
  readonly begin?: () => S;
  /** Whether the fault is about this call at all; others are not counted. */
  readonly matches?: (call: SeamCall) => boolean;
  /** Stands around a call that was struck. */
  readonly strike?: (hit: Hit<S>) => unknown;
  /** Stands around every call that matches. */
  readonly watch?: (hit: Hit<S>) => unknown;
}

/** Makes a fault of its plan: counts calls, draws strikes, and forgets when it is switched on. */
export function makeFault<S = undefined>(plan: FaultPlan<S>): Fault {
  checkPlan(plan);
  const name = plan.options?.name ?? [plan.kind, plan.target ?? plan.seam].join(" ").trim();
  let phase: Phase<S> | undefined;
  const strike = (call: SeamCall): unknown => {
    // The first call after switching on: nothing of another run, or of before healing, is left.
    if (phase === undefined || call.ordinal === 1) {
      phase = { matched: 0, struck: 0, state: plan.begin?.() as S };
    }
    if (plan.matches !== undefined && !plan.matches(call)) return call.proceed();
    phase.matched += 1;
    const stand = { plan, phase, name, strike };
    const body = plan.watch ?? plan.strike;
    if (body === undefined) return call.proceed();
    if (plan.watch === undefined && !hitOf(stand, call).isStruck()) return call.proceed();
    const place = { seam: plan.seam, declared: plan.options?.callback };
    const callback = callbackOf(place, call);
    if (callback === undefined) return body(hitOf(stand, call));
    return strikeCallback(call, callback, (promised) => body(hitOf(stand, promised)));
  };
  return { name, seam: plan.seam, strike };
}

// --- inside ---

interface Phase<S> {
  matched: number;
  struck: number;
  readonly state: S;
}

interface Stand<S> {
  readonly plan: FaultPlan<S>;
  readonly phase: Phase<S>;
  readonly name: string;
  readonly strike: (call: SeamCall) => unknown;
}

function hitOf<S>(stand: Stand<S>, call: SeamCall): Hit<S> {
  const { plan, phase, name, strike } = stand;
  const place = phase.matched;
  const answersLater = isAnsweredLater(plan, call);
  return {
    call,
    state: phase.state,
    answersLater,
    canWait: answersLater || mayWait(plan, call),
    isStruck: () => {
      if (!isDue(plan.options, place, phase.struck)) return false;
      const isStruck = call.decisions.chance(name, plan.options?.probability ?? 1);
      if (isStruck) phase.struck += 1;
      return isStruck;
    },
    fire: (detail) => call.fire(detail),
    draw: (what, max) => call.decisions.integer(`${name} ${what}`, { min: 0, max }),
    error: (choice, facts) => {
      if (typeof choice === "function") return choice();
      const code = choice ?? facts.code;
      return nodeError(
        code === facts.code ? facts : { ...facts, code, message: undefined },
        strike,
      );
    },
    fail: (error, afterMs = 0) => {
      call.fire(error.message);
      if (!answersLater) throw error;
      if (afterMs === 0) return Promise.reject(error);
      return waitFor(call, afterMs).then(() => {
        throw error;
      });
    },
  };
}

function isDue(triggers: Triggers | undefined, place: number, struck: number): boolean {
  const { after = 0, everyNth = 1, times = Infinity } = triggers ?? {};
  return place > after && (place - after) % everyNth === 0 && struck < times;
}

// Nothing but a call shows whether a function answers with a promise, and a fault that strikes
// instead of the call never makes it. So: what the user says, what the seam knows, the name, and
// else the common case. Files throw, because a throw is right in a promise as well.
function isAnsweredLater<S>(plan: FaultPlan<S>, call: SeamCall): boolean {
  return (
    mayWait(plan, call) && (plan.options?.sync === false || !plan.seam.startsWith("world:fs."))
  );
}

function mayWait<S>({ seam, options }: FaultPlan<S>, call: SeamCall): boolean {
  if (options?.sync !== undefined) return !options.sync;
  const { isAsync } = call as { readonly isAsync?: unknown };
  if (typeof isAsync === "boolean") return isAsync;
  const [info] = call.args;
  if (seam.startsWith("world:") && isObject(info) && info["sync"] === true) return false;
  return !seam.endsWith("Sync") && !seam.startsWith("world:clock.");
}

function checkPlan<S>({ kind, seam, options }: FaultPlan<S>): void {
  const demand = (isRight: boolean, what: string, given: unknown, help: string): void => {
    if (!isRight) throw faultOptionError(kind, { what, given, help });
  };
  const isSeam = typeof seam === "string" && seam !== "";
  const example = `write \`fault.${kind}("src/gateway.ts#charge")\``;
  demand(isSeam, "the first argument names a seam", seam, example);
  const { probability = 1, everyNth = 1, times = Infinity, after = 0 } = options ?? {};
  const isChance = probability >= 0 && probability <= 1;
  const isTimes = times === Infinity || (Number.isInteger(times) && times > 0);
  demand(isChance, "`probability` lies between 0 and 1", probability, "write `probability: 0.5`");
  const isPlace = Number.isInteger(everyNth) && everyNth > 0;
  demand(isPlace, "`everyNth` is a whole number above 0", everyNth, "write `everyNth: 3`");
  demand(isTimes, "`times` is a whole number above 0", times, "write `times: 1`");
  const isAfter = Number.isInteger(after) && after >= 0;
  demand(isAfter, "`after` is a whole number from 0", after, "write `after: 1`");
}
