import { timerMs } from "../kernel/values/timer-limit.ts";

/** Whoever interrupts waits so long for what is being proven. */
export const interruptedMs = 700;

/** Of the time to prove, so much is kept back to end processes and to find lines in the code. */
export const closingMs = 1_000;

/** What was being done was ended because nobody wants it any more. */
export class Interrupted extends Error {}

/** A signal for work that has an end, however it comes; `release` when the work is over. */
export interface EndSignal {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/**
 * Remembers when somebody interrupts, so that the phases of a command share one grace: each that
 * began after the interrupt took a grace of its own before. Gives the time at which it began.
 */
export function watchInterruption(interruption: AbortSignal | undefined): number {
  const nowMs = performance.now();
  if (interruption === undefined || interruptedAtMs.has(interruption)) return nowMs;
  const note = (): void => void interruptedAtMs.set(interruption, performance.now());
  if (interruption.aborted) note();
  else interruption.addEventListener("abort", note, { once: true });
  return nowMs;
}

/** Aborts when the time is over, and so soon after somebody interrupts. */
export function endSignal(
  timeMs: number,
  interruption: AbortSignal | undefined,
  graceMs = 0,
): EndSignal {
  const controller = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const endIn = (ms: number): void => {
    if (ms <= 0) controller.abort();
    else timers.add(setTimeout(() => controller.abort(), timerMs(ms)).unref());
  };
  const interrupt = (): void => endIn(graceMs);
  endIn(Math.ceil(timeMs));
  if (interruption?.aborted === true) endIn(graceMs - sinceMs(interruption));
  else interruption?.addEventListener("abort", interrupt);
  const release = (): void => {
    interruption?.removeEventListener("abort", interrupt);
    for (const timer of timers) clearTimeout(timer);
  };
  return { signal: controller.signal, release };
}

// --- inside ---

const interruptedAtMs = new WeakMap<AbortSignal, number>();

function sinceMs(interruption: AbortSignal): number {
  const atMs = interruptedAtMs.get(interruption);
  return atMs === undefined ? 0 : performance.now() - atMs;
}
