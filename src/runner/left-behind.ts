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
  outputs = [process.stdout, process.stderr];
}

/** Puts back what the run has changed; the first thing that is done after its last step. */
export function putBack(): LeftBehind | undefined {
  if (watch === undefined) return undefined;
  const changes = watch.look();
  const isSilent = !areOpen();
  if (changes === undefined && !isSilent) return undefined;
  return leftBehind(changes, isSilent);
}

/** What leaves the simulated world, in words. */
export function escapeText({ seam, call, stack }: Escape): string {
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
let outputs: readonly NodeJS.WriteStream[] = [];

/** So many names are told of one run. */
const namesMax = 5;

/** A stream that a run has ended would throw at whatever a later run prints. */
function areOpen(): boolean {
  for (let at = 0; at < outputs.length; at++) {
    const stream = outputs[at];
    if (stream?.writableEnded === true || stream?.destroyed === true) return false;
  }
  return true;
}

function leftBehind(changes: BuiltinChanges | undefined, isSilent: boolean): LeftBehind {
  const { inherited = [], others = [], isPutBack = true } = changes ?? {};
  const more = inherited.length - namesMax;
  const names = inherited.slice(0, namesMax).map((name) => `\`${name}\``);
  const call = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return {
    changed: [...inherited, ...others, ...(isSilent ? ["process.stdout"] : [])],
    escape: inherited.length > 0 ? { seam: builtinsSeam, call, stack: "" } : undefined,
    isSpoiled: isSilent || !isPutBack,
  };
}
