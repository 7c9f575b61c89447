import type { Divergence } from "../kernel/decisions/divergence.ts";
import type { Failure } from "../kernel/failure/failure.ts";
import type { Exposure } from "../kernel/judge/tally.ts";
import type { Escape } from "./escapes.ts";

/** How one run came out. */
export interface RunOutcome {
  readonly verdict: "held" | "broken" | "unknown";
  readonly failure: Failure | undefined;
  /** What was thrown out of the subject itself, as it was thrown. */
  readonly thrown: unknown;
  readonly divergence: Divergence | undefined;
  /** Why it is unknown. */
  readonly because: string;
  /** How many decisions count: all of a run that held, those up to the failure of a broken one. */
  readonly decisionsCount: number;
  /** Every set of faults under which an operation ran; undefined where there was none. */
  readonly exposures: ReadonlySet<Exposure> | undefined;
  /** Whether any fault really fired. */
  readonly hasFired: boolean;
  /** How many timers fired and completions arrived. */
  readonly wakes: number;
  readonly endUs: number;
  /** What left the simulated world; empty for a run that its decisions alone decided. */
  readonly escapes: readonly Escape[];
  /** Whether it waited for Node to load modules: the same run comes out otherwise from now on. */
  readonly hasLoaded: boolean;
  /** Names that it left changed for all later runs, and that were put back. */
  readonly changed: readonly string[];
  /** Whether it left something that cannot be put back: no other run may happen here. */
  readonly isSpoiled: boolean;
}
