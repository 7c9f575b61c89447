import type { SeamCall } from "./fault.ts";
import { isObject } from "./answer-kind.ts";

/**
 * Waits for virtual time, for ever where it is infinite; the caller's AbortSignal ends the wait
 * with its reason, as it would end the real call.
 */
export function waitFor(call: SeamCall, ms: number): Promise<void> {
  const signal = signalOf(call.args);
  if (signal === undefined) return ms === Infinity ? new Promise(() => {}) : call.sleep(ms);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(reasonOf(signal));
    const onAbort = (): void => reject(reasonOf(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    if (ms === Infinity) return;
    call.sleep(ms).then(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, reject);
  });
}

// --- inside ---

type Signal = Pick<AbortSignal, "aborted" | "reason" | "addEventListener" | "removeEventListener">;

function signalOf(args: readonly unknown[]): Signal | undefined {
  for (const arg of args) {
    if (isSignal(arg)) return arg;
    if (isObject(arg) && isSignal(arg["signal"])) return arg["signal"];
  }
  return undefined;
}

function isSignal(value: unknown): value is Signal {
  return isObject(value) && typeof value["aborted"] === "boolean" && "addEventListener" in value;
}

function reasonOf(signal: Signal): Error {
  return signal.reason as Error;
}
