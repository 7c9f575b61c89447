import promises from "node:timers/promises";
import { AbortError } from "./abort-error.ts";
import { activeWorld } from "./active-world.ts";
import { Immediate } from "./immediate.ts";
import { idleWorld } from "./loading/idle-world.ts";
import type { SimWorld } from "./sim-world.ts";
import { replaceFunction } from "./stand-in.ts";
import { Timeout } from "./timeout.ts";

/**
 * Puts simulated waits behind `node:timers/promises`, which is also where `util.promisify` looks
 * for `setTimeout` and `setImmediate`, and behind `AbortSignal.timeout`.
 */
export function installTimersPromises(): void {
  // Arguments that Node refuses go to the real function, which refuses them in its own words.
  const { setTimeout, setImmediate, setInterval } = promises;
  replaceFunction(promises, "setTimeout", (delay?: number, value?: unknown, options?: Options) => {
    const world = activeWorld ?? idleWorld("timers/promises.setTimeout");
    const isSimulated = world !== undefined && isDelay(delay) && isReady(options);
    return isSimulated
      ? waitFor(world, value, { ...options, delay })
      : setTimeout(delay, value, options);
  });
  replaceFunction(promises, "setImmediate", (value?: unknown, options?: Options) => {
    const world = activeWorld ?? idleWorld("timers/promises.setImmediate");
    return world !== undefined && isReady(options)
      ? waitTurn(world, value, options ?? {})
      : setImmediate(value, options);
  });
  replaceFunction(promises, "setInterval", (delay?: number, value?: unknown, options?: Options) => {
    const world = activeWorld ?? idleWorld("timers/promises.setInterval");
    const isSimulated = world !== undefined && isDelay(delay) && isReady(options);
    return isSimulated
      ? ticks(world, value, { ...options, delay })
      : setInterval(delay, value, options);
  });
  installScheduler();
  installAbortTimeout();
}

// --- inside ---

interface Options {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean | undefined;
}

interface Wait extends Options {
  readonly delay: number | undefined;
}

function installScheduler(): void {
  const { scheduler } = promises;
  const prototype: typeof scheduler = Object.getPrototypeOf(scheduler);
  const { wait, yield: yieldTurn } = prototype;
  replaceFunction(
    prototype,
    "wait",
    function standIn(this: unknown, delay: number, options: Options) {
      const isSimulated = this === scheduler && (activeWorld ?? idleWorld()) !== undefined;
      return isSimulated
        ? promises.setTimeout(delay, undefined, options)
        : Reflect.apply(wait, this, [delay, options]);
    },
  );
  replaceFunction(prototype, "yield", function standIn(this: unknown) {
    const isSimulated = this === scheduler && (activeWorld ?? idleWorld()) !== undefined;
    return isSimulated ? promises.setImmediate() : Reflect.apply(yieldTurn, this, []);
  });
}

function installAbortTimeout(): void {
  const original = AbortSignal.timeout.bind(AbortSignal);
  replaceFunction(AbortSignal, "timeout", (delay: number): AbortSignal => {
    const world = activeWorld ?? idleWorld();
    const isRefused = !Number.isInteger(delay) || delay < 0 || delay > 2 ** 32 - 1;
    if (world === undefined || isRefused) return original(delay);
    const controller = new AbortController();
    const callback = (): void => {
      const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
      controller.abort(reason);
    };
    void new Timeout(world, { label: "AbortSignal.timeout", callback, delay, isRef: false });
    return controller.signal;
  });
}

function isDelay(delay: unknown): delay is number | undefined {
  return delay === undefined || typeof delay === "number";
}

/** Whether Node would take these options and start to wait. */
function isReady(options: unknown): options is Options | undefined {
  if (options === undefined) return true;
  if (typeof options !== "object" || options === null || Array.isArray(options)) return false;
  const { signal, ref } = options as Readonly<Record<string, unknown>>;
  if (ref !== undefined && typeof ref !== "boolean") return false;
  if (signal === undefined) return true;
  const isSignal = typeof signal === "object" && signal !== null && "aborted" in signal;
  return isSignal && signal.aborted !== true;
}

function waitFor(world: SimWorld, value: unknown, wait: Wait): Promise<unknown> {
  const { delay, signal } = wait;
  let stop = (): void => {};
  const waited = new Promise((resolve, reject) => {
    const plan = { label: "timers/promises.setTimeout", callback: resolve, args: [value] };
    const timer = new Timeout(world, { ...plan, delay, isRef: wait.ref !== false });
    stop = onAbort(signal, (reason) => {
      timer.close();
      reject(reason);
    });
  });
  return signal === undefined ? waited : afterwards(waited, stop);
}

function waitTurn(world: SimWorld, value: unknown, options: Options): Promise<unknown> {
  const { signal } = options;
  let stop = (): void => {};
  const waited = new Promise((resolve, reject) => {
    const immediate = new Immediate(world, resolve, [value]);
    if (options.ref === false) immediate.unref();
    stop = onAbort(signal, (reason) => {
      Immediate.cancel(immediate);
      reject(reason);
    });
  });
  return signal === undefined ? waited : afterwards(waited, stop);
}

/** The loop of Node's own `setInterval`, turn by turn, so that promises settle in its order. */
async function* ticks(world: SimWorld, value: unknown, wait: Wait): AsyncGenerator {
  const { delay, signal } = wait;
  throwIfAborted(signal);
  let pendingCount = 0;
  let wake: ((outcome?: Promise<never>) => void) | undefined;
  const callback = (): void => {
    pendingCount += 1;
    wake?.();
    wake = undefined;
  };
  const plan = { label: "timers/promises.setInterval", callback, delay, isRepeating: true };
  const timer = new Timeout(world, { ...plan, isRef: wait.ref !== false });
  const stop = onAbort(signal, (reason) => {
    timer.close();
    wake?.(Promise.reject(reason));
    wake = undefined;
  });
  try {
    for (;;) {
      throwIfAborted(signal);
      if (pendingCount === 0) {
        await new Promise((resolve) => {
          wake = resolve;
        });
      }
      for (; pendingCount > 0; pendingCount--) yield value;
    }
  } finally {
    timer.close();
    stop();
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortError(signal);
}

/** Calls once when the signal aborts; gives back the way to stop listening. */
function onAbort(signal: AbortSignal | undefined, react: (reason: AbortError) => void): () => void {
  if (signal === undefined) return () => {};
  const listener = (): void => react(new AbortError(signal));
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/** Node's `finally` on promises of its own: the two more promises delay the reader as there. */
function afterwards<T>(promise: Promise<T>, cleanUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const own = new Promise<T>((keep, fail) => {
      promise.then(keep, fail);
    });
    own.finally(cleanUp).then(resolve, reject);
  });
}
