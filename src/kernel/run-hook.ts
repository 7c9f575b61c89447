/**
 * What application code reaches while a run is on. It hangs on `globalThis` under a registered
 * symbol, because the user's copy of the package and ours may be two; outside of a run it is absent
 * and every property and fault point does nothing.
 */
export interface RunHook {
  always(isTrue: boolean, name: string): void;
  sometimes(isTrue: boolean, name: string): void;
  reachable(name: string): void;
  unreachable(name: string): void;
  eventually(claim: () => boolean, name: string, withinMs: number): void;
  buggify(label: string, probability: number): boolean;
}

const hookKey = Symbol.for("gauntlet.run");
const holder = globalThis as { [hookKey]?: RunHook | undefined };

/** The run that is on, if any. */
export function currentHook(): RunHook | undefined {
  return holder[hookKey];
}

/** Makes a run the current one, or none. */
export function setCurrentHook(hook: RunHook | undefined): void {
  holder[hookKey] = hook;
}
