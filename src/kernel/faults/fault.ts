import type { Decisions } from "../decisions/decisions.ts";

/** One call through a seam, as a fault that is on sees it. */
export interface SeamCall {
  /** What `this` is in the call. */
  readonly self: unknown;
  readonly args: readonly unknown[];
  /** Which call this is since the fault was switched on, from 1. */
  readonly ordinal: number;
  /** Whether the target gives a promise, where that can be told before it is called. */
  readonly isAsync?: boolean;
  /** Makes the call, or hands it to the next fault; with other arguments where they are given. */
  proceed(args?: readonly unknown[]): unknown;
  /** Says that the fault really fired; a fault that stays silent has left the call alone. */
  fire(detail?: string): void;
  readonly decisions: Decisions;
  /** Waits for virtual time to pass. */
  sleep(ms: number): Promise<void>;
}

/**
 * Something that can go wrong at one seam: a function's definition (`src/gateway.ts#charge`), a
 * builtin (`node:fs/promises#readFile`), a package (`axios#get`) or a part of the simulated world
 * (`world:net.connect`). It is switched on and off by the run; while on, it stands around calls.
 */
export interface Fault {
  /** How the fault is called in the story and in the trace; unique within a subject. */
  readonly name: string;
  readonly seam: string;
  /** Stands around one call: strikes before it, after it, instead of it, twice, or not at all. */
  readonly strike: (call: SeamCall) => unknown;
}

/** A seam that functions can be sent through. */
export interface SeamDispatch {
  /** Whether any fault of this seam is on; compiled code asks this first, and only this. */
  readonly isOn: boolean;
  call(self: unknown, args: readonly unknown[], proceed: SeamTarget): unknown;
}

/** Makes a call of the function behind a seam, and may say whether that gives a promise. */
export type SeamTarget = ((...args: unknown[]) => unknown) & { readonly isAsync?: boolean };
