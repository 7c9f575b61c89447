import { type Failure, failureFrom } from "../../kernel/failure/failure.ts";
import type { BuiltinsWatch, BuiltinChanges } from "../../world/builtins-watch.ts";
import { builtinsSeam, type Escape, EscapeError, escapeText } from "../../world/escapes.ts";
import { putBackEnvironment } from "../../world/machine/environment.ts";
import { keepLateLoads } from "../../world/native-load.ts";
import type { OpenHandle } from "../../world/open-handles.ts";
import { clearTimeline } from "../../world/performance-clock.ts";
import { putBackSettings } from "../../world/touched-settings.ts";

/** What a run left changed of what it shares with every later run of the process. */
export interface Leftovers {
  /** The names that were changed, and are put back where that can be done. */
  readonly changed: readonly string[];
  /** What no code expects to change: leaving it so breaks the run. */
  readonly escape: Escape | undefined;
  /** Whether no other run may happen in this process. */
  readonly isSpoiled: boolean;
}

/** Looks after every run from now on, with what was remembered before user code was loaded. */
export function restoreAfterRuns(builtins: BuiltinsWatch): void {
  watch = builtins;
  keepLateLoads(builtins);
}

/** Looks in the middle of a run, and puts back; the end of the run tells it as well. */
export function lookAtShared(): BuiltinChanges | undefined {
  const changes = watch?.lookAtInherited();
  early = joined(early, changes);
  return changes;
}

/** Puts back what the run has changed; the first thing that is done after its last step. */
export function restoreShared(): Leftovers | undefined {
  if (watch === undefined) return undefined;
  const changes = joined(early, watch.look());
  early = undefined;
  const set = putBackSettings();
  const variables = putBackEnvironment();
  clearTimeline();
  blank.test(""); // what `RegExp.$1` and its like tell of the last match
  if (changes === undefined && set.length === 0 && variables.length === 0) return undefined;
  const { inherited = [], others = [], isPutBack = true } = changes ?? {};
  return leftBehind({ inherited, others: [...set, ...variables, ...others], isPutBack });
}

/** The failure that leaving the simulated world is. */
export function escapeOf(escape: Escape): {
  readonly error: EscapeError;
  readonly failure: Failure;
} {
  const isOfBuiltins = escape.seam === builtinsSeam;
  const message = isOfBuiltins
    ? `${escape.call} left changed: all other code would see it`
    : escapeText(escape);
  const error = new EscapeError(message, escape.stack);
  // What to do about it is not what tells one escape from another.
  const [sameAs] = message.split("\n", 1);
  return { error, failure: { ...failureFrom("escape", error), sameAs } };
}

/** The failure that open handles are. */
export function leakOf(open: readonly OpenHandle[], stack: string): Failure {
  const names = [...new Set(open.map(({ what }) => what))].join(", ");
  return { kind: "leak", error: "Leak", message: `left open: ${names}`, stack };
}

// --- inside ---

let watch: BuiltinsWatch | undefined;
/** What the run that is on was seen to have changed before its end. */
let early: BuiltinChanges | undefined;

function joined(
  first: BuiltinChanges | undefined,
  second: BuiltinChanges | undefined,
): BuiltinChanges | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    inherited: [...first.inherited, ...second.inherited],
    others: [...first.others, ...second.others],
    isPutBack: first.isPutBack && second.isPutBack,
  };
}

const blank = /^/u;

/** So many names are told of one run. */
const namesMax = 5;

function leftBehind({ inherited, others, isPutBack }: BuiltinChanges): Leftovers {
  const more = inherited.length - namesMax;
  const names = inherited.slice(0, namesMax).map((name) => `\`${name}\``);
  const call = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return {
    changed: [...inherited, ...others],
    escape: inherited.length > 0 ? { seam: builtinsSeam, call, stack: "" } : undefined,
    isSpoiled: !isPutBack,
  };
}
