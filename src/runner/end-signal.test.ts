import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSignal, watchInterruption } from "./end-signal.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work ends when its time is over", () => {
  const { signal } = endSignal(1_000, undefined);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
});

test("somebody who interrupts is heard a moment later, before or after the work begins", () => {
  const interruption = new AbortController();
  const during = endSignal(60_000, interruption.signal, 2_000);
  interruption.abort();
  const after = endSignal(60_000, interruption.signal, 2_000);
  const atOnce = endSignal(60_000, interruption.signal);
  expect(atOnce.signal.aborted).toBe(true);
  vi.advanceTimersByTime(1_999);
  expect([during.signal.aborted, after.signal.aborted]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([during.signal.aborted, after.signal.aborted]).toEqual([true, true]);
});

test("work that is over leaves no timer", () => {
  const { signal, release } = endSignal(1_000, new AbortController().signal, 2_000);
  release();
  expect(vi.getTimerCount()).toBe(0);
  expect(signal.aborted).toBe(false);
});

test("what begins after an interrupt shares the grace that began with it", () => {
  const interruption = new AbortController();
  watchInterruption(interruption.signal);
  interruption.abort();
  vi.advanceTimersByTime(1_500);
  const after = endSignal(60_000, interruption.signal, 2_000);
  vi.advanceTimersByTime(499);
  expect(after.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(after.signal.aborted).toBe(true);
  expect(endSignal(60_000, interruption.signal, 2_000).signal.aborted).toBe(true);
});
