import type { Decisions } from "../kernel/decisions.ts";
import type { GauntletError } from "../kernel/gauntlet-error.ts";
import type { RunClock } from "../kernel/run-state.ts";
import type { WorldAct } from "../kernel/world-act.ts";
import { type HostAccess, hostAccessOf } from "./host/host-access.ts";
import { OpenHandles } from "./open-handles.ts";
import { type Wake, WakeQueue } from "./wake-queue.ts";

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
  readonly #parts = new Map<object, unknown>();
  /** Is told of every fault that really fired. */
  onFire: (fault: string, detail: string) => void = () => {};
  /** Is told what is worth reading of the real world, for the events of the run. */
  onNote: (name: string, detail: string) => void = () => {};
  /** Is told what code asks of the world; nearly always undefined, because nobody watches. */
  onAct: ((act: WorldAct) => void) | undefined;
  /**
   * Is told of a limit of ours that a call of the host passed: nothing that the code did is known
   * to be wrong or right then, be the error caught or not.
   */
  onLimit: (error: GauntletError) => void = () => {};
  /** Is told that the machine was to be asked and may not be: nothing is known of such a run. */
  onRefused: (error: GauntletError) => void = () => {};
  /** Whether the run has failed: what follows is not part of its trace. */
  isBroken: () => boolean = () => false;
  #storages: Set<{ disable(): void }> | undefined;
  #created = 0;
  /** The order number of what fired last, 0 before anything did. */
  firing = 0;
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
    const origin = this.#keepsOrigins ? (this.handles?.origin() ?? new Error().stack) : undefined;
    const wake: Wake = { atUs: this.nowUs + delayUs, order: this.#created, label, fire, origin };
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
    const known = this.#parts.get(kind);
    if (known !== undefined) return known as T;
    const part = kind.make(this);
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

  /** Takes the next thing that happens and moves the clock to it; the caller fires it. */
  next(): Wake | undefined {
    const wake = this.#queue.pop();
    if (wake === undefined) return undefined;
    if (wake.atUs > this.nowUs) this.nowUs = wake.atUs;
    this.firing = wake.order;
    if (this.handles !== undefined) this.handles.firingOrigin = wake.origin;
    return wake;
  }
}
