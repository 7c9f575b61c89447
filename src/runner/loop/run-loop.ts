import { AsyncResource } from "node:async_hooks";
import { type Failure, type FailureKind, failureFrom } from "../../kernel/failure/failure.ts";
import { setCurrentHook } from "../../kernel/judge/run-hook.ts";
import { RunState } from "../../kernel/judge/run-state.ts";
import type { Subject } from "../../kernel/subject/subject.ts";
import { activateWorld } from "../../world/active-world.ts";
import { refillPools } from "../../world/entropy-pools.ts";
import { type Escape, type EscapeError, listenToEscapes } from "../../world/escapes.ts";
import { hostAccessOf } from "../../world/host/host-access.ts";
import { isPostgresWanted } from "../../world/postgres/prepare.ts";
import { resetSeams } from "../../world/seam.ts";
import type { OpenHandle } from "../../world/open-handles.ts";
import { SimWorld } from "../../world/sim-world.ts";
import type { Wake } from "../../world/wake-queue.ts";
import { userWorld } from "../../world/user-world.ts";
import { escapeOf, leakOf, lookAtShared, restoreShared } from "./leftovers.ts";
import { clearProcess } from "./process-guard.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import type { RunRequest } from "./run-request.ts";

/** What the caller does next: drain and turn again, stop, or look for what the run waits for. */
export type Turn = "more" | "over" | "starved";

/** A run that keeps waking without ending is stalled after so many timers and completions. */
const wakesMax = 100_000;

/** After a failure a run may still tear down; so many wakes are enough for that. */
const wakesAfterFailureMax = 1_000;

/** So many escapes of one run are kept. */
const escapesMax = 100;
const noEscapes: readonly Escape[] = [];
const noNames: readonly string[] = [];

/** The run that is on in this process, for errors that arrive outside of any call of ours. */
let current: RunLoop | undefined;

function setCurrent(loop: RunLoop | undefined): void {
  current = loop;
}

/** Gives an error that nobody caught to the run that is on; false when there is none. */
export function reportUncaught(kind: "uncaught" | "rejected", thrown: unknown): boolean {
  current?.breakThread(kind, thrown);
  return current !== undefined;
}

listenToEscapes((escape) => current?.leave(escape));

/** What broke the run that is on, if anything did by now. */
export function failureSoFar(): Failure | undefined {
  return current?.failure;
}

/**
 * One run, as a machine that is turned from outside. It never drains by itself, so the same loop
 * runs inside one macrotask or over many, and gives the same trace.
 */
export class RunLoop {
  readonly #request: RunRequest;
  readonly #world: SimWorld;
  readonly #state: RunState;
  #isSettled = false;
  #wakes = 0;
  #wakesAtFailure = -1;
  #thrown: unknown;
  #escapes: readonly Escape[] = noEscapes;
  #changed = noNames;
  #isSpoiled = false;
  #hasLoaded = false;
  readonly #ends: (() => void)[] = [];

  constructor(request: RunRequest) {
    this.#request = request;
    this.#world = new SimWorld(request.decisions, {
      latencyUsMax: request.settings.latencyUsMax,
      keepsOrigins: request.originText !== undefined || request.settings.findsLeaks === true,
      findsLeaks: request.settings.findsLeaks,
      host: hostAccessOf(request.settings, request.grant),
    });
    this.#world.onFire = (fault, detail) => this.#state.fired(fault, detail);
    this.#world.onNote = (name, detail) => this.#state.note("note", name, detail);
    this.#world.onLimit = (error) => this.break("thrown", error);
    this.#world.onRefused = (error) => (request.decisions.overrun ??= error);
    this.#world.isBroken = () => this.#state.failure !== undefined;
    this.#state = new RunState({
      decisions: request.decisions,
      journal: request.journal,
      tally: request.tally,
      clock: this.#world,
      isLost: () => this.#isLost,
    });
  }

  /** Starts the subject; what it does before its first wait happens here. */
  begin(): void {
    refillPools();
    setCurrent(this);
    activateWorld(this.#world);
    setCurrentHook(this.#state);
    // A scope of its own, so that AsyncLocalStorage.enterWith in one run is not seen in the next.
    new AsyncResource("gauntlet.run").runInAsyncScope(this.#start, this);
  }

  /** After a drain: fires the next thing that happens, or says that nothing does. */
  turn(): Turn {
    const state = this.#state;
    if (state.isWaiting) state.checkEventualities(false);
    if (this.#isSettled && !state.isWaiting) return "over";
    if (this.#hasLost()) return "over";
    const wake = this.#world.next();
    if (wake === undefined) return this.#isSettled ? "over" : "starved";
    // Before it fires: what it brings about comes too late for a deadline that has passed.
    if (state.isWaiting) state.checkEventualities(false);
    this.#wakes += 1;
    if (this.#wakes > wakesMax) {
      this.break("stalled", new Error(`the run did not end after ${wakesMax} timers`));
      return "over";
    }
    if (this.#request.journal.isKept) state.note("wake", wake.label, this.#originOf(wake));
    const { fire } = wake;
    wake.fire = undefined;
    try {
      fire?.();
    } catch (thrown) {
      this.breakThread("uncaught", thrown);
    }
    return "more";
  }

  /** Whether something arrived while the caller waited for the real world. */
  get hasArrived(): boolean {
    return this.#isSettled || !this.#world.isIdle || this.#state.failure !== undefined;
  }

  /** Whether Node's own HTTP/2 takes part. */
  get takesRealTurns(): boolean {
    return this.#world.takesRealTurns;
  }

  /** Whether the run has left the simulated world by now. */
  get hasLeft(): boolean {
    return this.#escapes.length > 0;
  }

  /** What broke the run, if anything did by now. */
  get failure(): Failure | undefined {
    return this.#state.failure;
  }

  /** Breaks the run with anything that was thrown. */
  break(kind: FailureKind, thrown: unknown): void {
    this.#state.break(failureFrom(kind, thrown));
  }

  /** The same for what nobody caught; what a thread did not catch ends that thread. */
  breakThread(kind: FailureKind, thrown: unknown): void {
    if (!this.#world.failThread(thrown)) this.break(kind, thrown);
  }

  /** Takes note that it waited for Node to load modules. */
  load(): void {
    this.#hasLoaded = true;
  }

  /** Takes note of something that left the simulated world; what it gives is to be thrown. */
  leave(escape: Escape): EscapeError | undefined {
    if (this.#escapes.length < escapesMax) this.#escapes = [...this.#escapes, escape];
    const { originText, settings } = this.#request;
    this.#state.note("escape", escape.call, originText?.(escape.stack, "call"));
    if (settings.isStrict === false) return undefined;
    const { error, failure } = escapeOf(escape);
    this.#state.break(failure);
    return error;
  }

  /** Ends the run and says how it came out. */
  finish(): RunOutcome {
    const state = this.#state;
    if (state.isWaiting) state.checkEventualities(true);
    if (this.#world.handles !== undefined) this.#findLeaks(this.#world.handles.list());
    this.putBack();
    setCurrent(undefined);
    this.#world.close();
    resetSeams();
    activateWorld(undefined);
    setCurrentHook(undefined);
    clearProcess();
    const { decisions } = this.#request;
    const divergence = this.#request.divergence?.();
    const because = divergence === undefined ? (decisions.overrun?.message ?? "") : "diverged";
    // A failure is only kept while the run is not lost, so one that is there came first.
    const isUnknown = because !== "" && state.failure === undefined;
    return {
      verdict: isUnknown ? "unknown" : state.failure === undefined ? "held" : "broken",
      failure: state.failure,
      thrown: this.#thrown,
      divergence,
      because: isUnknown ? because : "",
      decisionsCount: state.failure === undefined ? decisions.count : state.decisionsToFailure,
      exposures: state.exposures,
      hasFired: state.hasFired,
      wakes: this.#wakes,
      endUs: this.#world.nowUs,
      escapes: this.#escapes,
      hasLoaded: this.#hasLoaded || isPostgresWanted(),
      changed: this.#changed,
      isSpoiled: this.#isSpoiled,
    };
  }

  /** Puts back what the run has changed for all runs; whether there was anything. */
  putBack(): boolean {
    for (const end of this.#ends.splice(0)) end();
    const left = restoreShared();
    if (left === undefined) return false;
    this.#changed = [...this.#changed, ...left.changed];
    this.#isSpoiled ||= left.isSpoiled;
    if (left.escape !== undefined) this.leave(left.escape);
    return true;
  }

  /** What a run leaves open after it has ended well; one that broke had no chance to close. */
  #findLeaks(open: readonly OpenHandle[]): void {
    const state = this.#state;
    const [first] = open;
    if (first === undefined || !this.#isSettled || state.failure !== undefined) return;
    const { originText } = this.#request;
    for (const { what, origin } of open) state.note("open", what, originText?.(origin, "call"));
    state.break(leakOf(open, first.origin));
  }

  #originOf({ origin }: Wake): string | undefined {
    return origin && this.#request.originText?.(origin, "wait");
  }

  /** Whether the trace did not fit or a limit was passed. */
  get #isLost(): boolean {
    const { divergence, decisions } = this.#request;
    return decisions.overrun !== undefined || divergence?.() !== undefined;
  }

  #hasLost(): boolean {
    if (this.#isLost) return true;
    if (this.#state.failure === undefined) return false;
    if (this.#wakesAtFailure < 0) this.#wakesAtFailure = this.#wakes;
    return this.#wakes - this.#wakesAtFailure > wakesAfterFailureMax;
  }

  #start(): void {
    try {
      const subject = this.#request.subject();
      const running =
        subject instanceof Promise ? subject.then((s) => this.#run(s)) : this.#run(subject);
      if (running instanceof Promise) running.then(this.#settled, this.#threw);
      else this.#isSettled = true;
    } catch (thrown) {
      this.#threw(thrown);
    }
  }

  #run(subject: Subject): void | Promise<void> {
    return subject.run({
      decisions: this.#request.decisions,
      state: this.#state,
      world: userWorld(this.#world),
      schedule: this.#world,
      settings: this.#request.settings,
      frames: this.#request.frames,
      meter: this.#request.meter,
      lookAtShared,
      atEnd: (call) => void this.#ends.push(call),
    });
  }

  readonly #settled = (): void => void (this.#isSettled = true);

  readonly #threw = (thrown: unknown): void => {
    this.#thrown = thrown;
    this.break("thrown", thrown);
    this.#isSettled = true;
  };
}
