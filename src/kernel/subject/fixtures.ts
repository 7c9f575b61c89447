import type { ValueArbitrary } from "../decisions/decisions.ts";

/** Values for a parameter: some to choose from, an arbitrary, or a function that makes one. */
export type Fixture = readonly unknown[] | ValueArbitrary<unknown> | (() => unknown);

/**
 * Says what a scan gives to parameters of this name instead of what their type allows: `sku`, or
 * `Cart.sku` for the calls of one class or function.
 */
export function registerFixture(name: string, fixture: Fixture): void {
  registered.set(name, fixture);
}

/** What was registered for a name; the last one counts. */
export function registeredFixture(name: string): Fixture | undefined {
  return registered.get(name);
}

// --- inside ---

// Of the process, not of a run: a module that registers may be shared between runs.
const registered = new Map<string, Fixture>();
