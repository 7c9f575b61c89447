import { activeWorld } from "./active-world.ts";
import { type AsyncContext, callIn, keepContext } from "./async-context.ts";
import { knownIdleWorld } from "./loading/idle-world.ts";
import type { SimWorld } from "./sim-world.ts";
import type { Wake } from "./wake-queue.ts";

/** What a timer calls. */
export type TimerCallback = (...args: unknown[]) => unknown;

/** What a timer is made from. */
export interface TimerPlan {
  readonly label: string;
  readonly callback: TimerCallback;
  readonly delay: unknown;
  readonly args?: unknown[] | undefined;
  readonly isRepeating?: boolean;
  readonly isRef?: boolean;
}

/** Node's longest delay; what does not fit becomes one millisecond, as there. */
const delayMsMax = 2 ** 31 - 1;

/** Above every async id of a real timer, so that a number names one timer of one kind only. */
const firstId = 2 ** 30;

/**
 * A simulated timer that looks like Node's `Timeout`; the underscored names are Node's, because
 * code in the wild reads them. Its callback runs in the creator's AsyncLocalStorage.
 */
export class Timeout {
  _idleTimeout: number;
  _idleStart: number | null = null;
  _onTimeout: TimerCallback | null;
  _timerArgs: unknown[] | undefined;
  _repeat: number | null;
  _destroyed = false;
  readonly #label: string;
  #isRef: boolean;
  #id = 0;
  readonly #context: AsyncContext;
  #world: SimWorld;
  #wake: Wake | undefined;

  constructor(world: SimWorld, plan: TimerPlan) {
    const delayMs = coerceDelay(plan.delay);
    this._idleTimeout = delayMs;
    this._onTimeout = plan.callback;
    this._timerArgs = plan.args;
    this._repeat = plan.isRepeating === true ? delayMs : null;
    this.#label = plan.label;
    this.#isRef = plan.isRef !== false;
    this.#world = world;
    this.#context = keepContext(world, "Timeout");
    this.#arm(world, world.nowUs);
    if (world.handles !== undefined) this.#keepsAlive();
  }

  ref(): this {
    this.#isRef = true;
    if (!this._destroyed) this.#keepsAlive();
    return this;
  }

  unref(): this {
    this.#isRef = false;
    this.#world.handles?.closed(this);
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  /** Starts the wait over; a timer that was cleared stays so. */
  refresh(): this {
    if (this._onTimeout === null || activeWorld === undefined) return this;
    this._destroyed = false;
    this.#arm(activeWorld, activeWorld.nowUs);
    return this;
  }

  close(): this {
    this._onTimeout = null;
    this._idleTimeout = -1;
    this.#disarm();
    this.#finish();
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  [Symbol.toPrimitive](): number {
    if (this.#id === 0) this.#id = register(this, this.#world);
    return this.#id;
  }

  #arm(world: SimWorld, startUs: number): void {
    this.#disarm();
    this.#world = world;
    this._idleStart = Math.floor(startUs / 1_000);
    const deadlineUs = startUs + Math.trunc(this._idleTimeout) * 1_000;
    // A callback may take longer than its interval; the next turn is then due at once.
    const delayUs = Math.max(0, deadlineUs - world.nowUs);
    this.#wake = world.after(delayUs, this.#label, () => this.#fire());
  }

  #disarm(): void {
    if (this.#wake !== undefined) this.#wake.fire = undefined;
    this.#wake = undefined;
  }

  #fire(): void {
    this.#disarm();
    const callback = this._onTimeout;
    if (callback === null) return;
    const startUs = this.#world.nowUs;
    try {
      callIn(this.#context, callback, { self: this, args: this._timerArgs });
    } finally {
      // As in Node, an interval goes on after its callback threw.
      if (this._repeat !== null && this._idleTimeout !== -1) {
        this._idleTimeout = this._repeat;
        this.#arm(this.#world, startUs);
      } else if (this.#wake === undefined) this.#finish();
    }
  }

  /** Timers of our own, such as that of a socket, are closed with what they belong to. */
  #keepsAlive(): void {
    if (this.#isRef && /set(?:Timeout|Interval)$/.test(this.#label)) {
      this.#world.handles?.opened(this, this.#label);
    }
  }

  #finish(): void {
    this._destroyed = true;
    this.#world.handles?.closed(this);
    if (this.#id !== 0) timersById.delete(this.#id);
  }
}

/** The timer of the present run that was turned into this number, if it is still pending. */
export function timeoutFromId(id: unknown): Timeout | undefined {
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  return idsWorld === activeWorld ? timersById.get(Number(id)) : undefined;
}

// --- inside ---

/** Numbers start over in each run: they may end up in the user's data, so they must replay. */
let idsWorld: SimWorld | undefined;
let idsCount = 0;
const timersById = new Map<number, Timeout>();

/** Of timers made outside of runs: none of them is pending in any run. */
const firstIdleId = 2 ** 31;
let idleIdsCount = 0;

function register(timer: Timeout, world: SimWorld): number {
  if (world === knownIdleWorld()) {
    idleIdsCount += 1;
    return firstIdleId + idleIdsCount;
  }
  if (idsWorld !== world) {
    idsWorld = world;
    idsCount = 0;
    timersById.clear();
  }
  const id = firstId + idsCount;
  idsCount += 1;
  if (!timer._destroyed) timersById.set(id, timer);
  return id;
}

function coerceDelay(delay: unknown): number {
  // Node multiplies by one: a Symbol or BigInt throws there, and so it does here.
  const delayMs = typeof delay === "number" ? delay : (delay as number) * 1;
  return delayMs >= 1 && delayMs <= delayMsMax ? delayMs : 1;
}
