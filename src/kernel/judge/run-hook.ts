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

/** What hangs on `globalThis`: it stays, so that code which freezes `globalThis` stops no run. */
interface HookCell {
  current: RunHook | undefined;
}

const cell = sharedCell(globalThis as { [hookKey]?: HookCell | undefined });

/** The run that is on, if any. */
export function currentHook(): RunHook | undefined {
  return cell.current;
}

/** Makes a run the current one, or none. */
export function setCurrentHook(hook: RunHook | undefined): void {
  cell.current = hook;
}

// --- inside ---

function sharedCell(holder: { [hookKey]?: HookCell | undefined }): HookCell {
  const known = holder[hookKey];
  if (known !== undefined) return known;
  const made: HookCell = { current: undefined };
  // Where it is frozen already, this copy of the package has a cell of its own.
  Reflect.defineProperty(holder, hookKey, { value: made, configurable: true });
  return made;
}
