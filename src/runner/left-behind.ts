import type { Failure } from "../kernel/failure.ts";
import type { BuiltinsWatch, BuiltinChanges } from "../world/builtins-watch.ts";
import type { Escape } from "../world/escapes.ts";
import type { OpenHandle } from "../world/open-handles.ts";

/** What a run left changed of what it shares with every later run of the process. */
export interface LeftBehind {
  /** The names that were changed, and are put back where that can be done. */
  readonly changed: readonly string[];
  /** What no code expects to change: leaving it so breaks the run. */
  readonly escape: Escape | undefined;
  /** Whether no other run may happen in this process. */
  readonly isSpoiled: boolean;
}

/** Looks after every run from now on, with what was remembered before user code was loaded. */
export function lookAfterRuns(builtins: BuiltinsWatch): void {
  watch = builtins;
}

/** Puts back what the run has changed; the first thing that is done after its last step. */
export function putBack(): LeftBehind | undefined {
  const changes = watch?.look();
  return changes === undefined ? undefined : leftBehind(changes);
}

/** What leaves the simulated world, in words. */
export function escapeText({ seam, call, stack, why, instead = "" }: Escape): string {
  if (why !== undefined) {
    return `\`${call}\` leaves the simulated world\nit ${why}\nhelp: ${instead}`;
  }
  if (seam === builtinsSeam) return `${call} left changed: all other code would see it`;
  if (stack !== "") return `\`${call}\` leaves the simulated world`;
  return `something outside the simulated world took part${call && ` (${call})`}`;
}

/** The failure that open handles are. */
export function leakOf(open: readonly OpenHandle[], stack: string): Failure {
  const names = [...new Set(open.map(({ what }) => what))].join(", ");
  return { kind: "leak", error: "Leak", message: `left open: ${names}`, stack };
}

/** The class of seams that builtins are. */
export const builtinsSeam = "builtins";

// --- inside ---

let watch: BuiltinsWatch | undefined;

/** So many names are told of one run. */
const namesMax = 5;

function leftBehind({ inherited, others, isPutBack }: BuiltinChanges): LeftBehind {
  const more = inherited.length - namesMax;
  const names = inherited.slice(0, namesMax).map((name) => `\`${name}\``);
  const call = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return {
    changed: [...inherited, ...others],
    escape: inherited.length > 0 ? { seam: builtinsSeam, call, stack: "" } : undefined,
    isSpoiled: !isPutBack,
  };
}
