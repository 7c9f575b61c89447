import { type AsyncContext, callIn, keepContext } from "./async-context.ts";
import type { SimWorld } from "./sim-world.ts";
import type { TimerCallback } from "./timeout.ts";
import type { Wake } from "./wake-queue.ts";

/** A simulated `setImmediate`, looking like Node's: it fires now, after what was due before it. */
export class Immediate {
  _onImmediate: TimerCallback | null;
  _argv: unknown[] | undefined;
  _destroyed = false;
  #isRef = true;
  readonly #context: AsyncContext;
  readonly #wake: Wake;

  constructor(world: SimWorld, callback: TimerCallback, args: unknown[] | undefined) {
    this._onImmediate = callback;
    this._argv = args;
    this.#context = keepContext(world, "Immediate");
    this.#wake = world.after(0, "setImmediate", () => this.#fire());
  }

  ref(): this {
    this.#isRef = true;
    return this;
  }

  unref(): this {
    this.#isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  [Symbol.dispose](): void {
    Immediate.cancel(this);
  }

  /** Takes it out of the world; clearing is a function in Node, so this is no method of its own. */
  static cancel(immediate: Immediate): void {
    immediate._destroyed = true;
    immediate._onImmediate = null;
    immediate.#wake.fire = undefined;
  }

  #fire(): void {
    const callback = this._onImmediate;
    if (callback === null) return;
    Immediate.cancel(this);
    callIn(this.#context, callback, { self: this, args: this._argv });
  }
}
