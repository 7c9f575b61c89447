import { currentHook } from "./run-hook.ts";

/**
 * States what must be true whenever this line runs. Like all properties it may stand in application
 * code: outside of a run it does nothing.
 */
export function always(isTrue: boolean, name: string): void {
  currentHook()?.always(isTrue, name);
}

/** States what must be true at least once in a campaign; never seen true is a failure. */
export function sometimes(isTrue: boolean, name: string): void {
  currentHook()?.sometimes(isTrue, name);
}

/** States that a campaign must reach this line at least once. */
export function reachable(name: string): void {
  currentHook()?.reachable(name);
}

/** States that no run may reach this line. */
export function unreachable(name: string): void {
  currentHook()?.unreachable(name);
}

/** How long an `eventually` may take where the call does not say. */
const eventuallyWithinMs = 60_000;

/** States that the claim becomes true within the given virtual time. */
export function eventually(
  claim: () => boolean,
  name: string,
  options: { readonly withinMs?: number } = {},
): void {
  currentHook()?.eventually(claim, name, options.withinMs ?? eventuallyWithinMs);
}

/** How often a fault point fires where the call does not say. */
const buggifyProbability = 0.1;

/** A fault point in application code: true when the run decides that it fires, else false. */
export function buggify(label: string, options: { readonly probability?: number } = {}): boolean {
  return currentHook()?.buggify(label, options.probability ?? buggifyProbability) ?? false;
}

/** The usual value, or the odd one when the run decides that this fault point fires. */
export function buggifyValue<T>(
  label: string,
  options: { readonly usual: T; readonly odd: T; readonly probability?: number },
): T {
  return buggify(label, options) ? options.odd : options.usual;
}
