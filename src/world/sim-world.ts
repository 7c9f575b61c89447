import type { Decisions } from "../kernel/decisions/decisions.ts";
import type { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { RunClock } from "../kernel/judge/run-state.ts";
import type { WorldAct } from "../kernel/services/world-act.ts";
import { wholeStack } from "./caller-stack.ts";
import { type HostAccess, hostAccessOf } from "./host/host-access.ts";
import { OpenHandles } from "./open-handles.ts";
import { type Wake, WakeQueue } from "./wake-queue.ts";
import type { WorldThread } from "./world-thread.ts";

/** The moment at which every run starts: 2026-01-01T00:00:00Z. */
export const epochMs = 1_767_225_600_000;

/** A queue whose completions keep their order: a socket, a stream, a port, a file. */
export interface Channel {
  readonly name: string;
  lastUs: number;
}

/** A part of the world that has state of its own in each run: its network, its files. */
export interface WorldPart<T> {
  readonly name: string;
  make(world: SimWorld): T;
}

/**
 * The simulated world of one run: its clock and everything that is going to happen in it. Only
 * possible schedules come out: timers fire by deadline, a completion draws a latency, completions
 * of one channel keep their order. What is decided is the order between channels.
 */
export class SimWorld implements RunClock {
  nowUs = 0;
  /** What clocks show while they stand still; time itself goes on, and timers fire. */
  frozenUs: number | undefined;
  readonly decisions: Decisions;
  readonly #latencyUsMax: number;
  readonly #keepsOrigins: boolean;
  readonly #queue = new WakeQueue();
  #parts: Map<object, unknown> | undefined;
  /** Is told of every fault that really fired. */
  onFire: (fault: string, detail: string) => void = nobody;
  /** Is told what is worth reading of the real world, for the events of the run. */
  onNote: (name: string, detail: string) => void = nobody;
  /** Is told what code asks of the world; nearly always undefined, because nobody watches. */
  onAct: ((act: WorldAct) => void) | undefined;
  /**
   * Is told of a limit of ours that a call of the host passed: nothing that the code did is known
   * to be wrong or right then, be the error caught or not.
   */
  onLimit: (error: GauntletError) => void = nobody;
  /** Is told that the machine was to be asked and may not be: nothing is known of such a run. */
  onRefused: (error: GauntletError) => void = nobody;
  /** Whether the run has failed: what follows is not part of its trace. */
  isBroken: () => boolean = never;
  #storages: Set<{ disable(): void }> | undefined;
  #created = 0;
  /** The thread whose turn it is; undefined is the main one. */
  thread: WorldThread | undefined;
  #threads: readonly WorldThread[] = noThreads;
  /** The order number of what fired last, 0 before anything did. */
  firing = 0;
  /**
   * Whether something of Node's own takes part that only goes on in real turns of the process, in
   * an order that is always the same: HTTP/2. Then the run is turned over real turns.
   */
  takesRealTurns = false;
  /** What is open, where somebody wants to know what a run leaves behind. */
  readonly handles: OpenHandles | undefined;
  /** Which real things of the machine the run may use. */
  readonly host: HostAccess;

  constructor(
    decisions: Decisions,
    options: {
      readonly latencyUsMax: number;
      readonly keepsOrigins?: boolean;
      readonly findsLeaks?: boolean | undefined;
      readonly host?: HostAccess | undefined;
    },
  ) {
    this.decisions = decisions;
    this.#latencyUsMax = options.latencyUsMax;
    this.#keepsOrigins = options.keepsOrigins ?? false;
    this.handles = options.findsLeaks === true ? new OpenHandles() : undefined;
    this.host = options.host ?? hostAccessOf();
  }

  /** Reads the clock; each read takes a microsecond, so that a spin on the time ends. */
  readUs(): number {
    this.nowUs += 1;
    return this.frozenUs ?? this.nowUs;
  }

  /** Whether nothing is going to happen any more. */
  get isIdle(): boolean {
    return this.#queue.size === 0;
  }

  /** How many timers and completions there were so far. */
  get createdCount(): number {
    return this.#created;
  }

  /** When each pending timer and completion fires, in no order. */
  pendingUs(): readonly number[] {
    return this.#queue.times();
  }

  /** Fires after the given virtual time. */
  after(delayUs: number, label: string, fire: () => void): Wake {
    this.#created += 1;
    const origin = this.#keepsOrigins
      ? (this.handles?.origin() ?? wholeStack(this.after))
      : undefined;
    const atUs = this.nowUs + delayUs;
    const { thread } = this;
    const wake: Wake = { atUs, order: this.#created, label, fire, origin, thread };
    this.#queue.push(wake);
    return wake;
  }

  /** Fires after a latency that is decided; completions of one channel keep their order. */
  complete(label: string, fire: () => void, channel?: Channel): Wake {
    const latencyUs = this.decisions.integer(`latency ${label}`, {
      min: 0,
      max: this.#latencyUsMax,
    });
    let delayUs = latencyUs;
    if (channel !== undefined) {
      delayUs = Math.max(latencyUs, channel.lastUs - this.nowUs);
      channel.lastUs = this.nowUs + delayUs;
    }
    return this.after(delayUs, label, fire);
  }

  /** The part of a kind that belongs to this run; made when it is first asked for. */
  part<T>(kind: WorldPart<T>): T {
    const known = this.#parts?.get(kind);
    if (known !== undefined) return known as T;
    const part = kind.make(this);
    this.#parts ??= new Map();
    this.#parts.set(kind, part);
    return part;
  }

  /** Remembers something that must be switched off when the run is over. */
  keepStorage(storage: { disable(): void }): void {
    this.#storages ??= new Set();
    this.#storages.add(storage);
  }

  /** Whether any AsyncLocalStorage was entered in this run. */
  get usesStorages(): boolean {
    return this.#storages !== undefined;
  }

  /** Leaves nothing of this run behind in the process. */
  close(): void {
    if (this.#storages === undefined) return;
    for (const storage of this.#storages) storage.disable();
  }

  /** Looks after a thread until it has ended. */
  watchThread(thread: WorldThread): void {
    this.#threads = [...this.#threads, thread];
  }

  /** A thread has ended, and nobody has to be told any more. */
  forgetThread(thread: WorldThread): void {
    this.#threads = this.#threads.filter((known) => known !== thread);
  }

  /** Gives an error that nobody caught to the thread whose turn it is; false for the main one. */
  failThread(thrown: unknown): boolean {
    this.thread?.fail(thrown);
    return this.thread !== undefined;
  }

  /** Takes the next thing that happens and moves the clock to it; the caller fires it. */
  next(): Wake | undefined {
    if (this.#threads.length > 0) this.#settleThreads();
    const wake = this.#pop();
    if (wake === undefined) return undefined;
    this.thread = wake.thread;
    if (wake.atUs > this.nowUs) this.nowUs = wake.atUs;
    this.firing = wake.order;
    if (this.handles !== undefined) this.handles.firingOrigin = wake.origin;
    return wake;
  }

  /** What would wake a thread that has ended does not happen. */
  #pop(): Wake | undefined {
    for (;;) {
      const wake = this.#queue.pop();
      if (wake?.thread?.isOver !== true) return wake;
    }
  }

  #settleThreads(): void {
    const waiting = new Set(this.#queue.threads());
    for (const thread of this.#threads) {
      this.thread = thread;
      thread.settle(waiting.has(thread));
    }
    this.thread = undefined;
  }
}

// --- inside ---

// One for all worlds: a world is made for each run, and most are never told anything.
const nobody = (): void => {};
const never = (): boolean => false;
const noThreads: readonly WorldThread[] = [];
