import type { ExitMode } from "../failure/exit-mode.ts";
import type { FailureKind } from "../failure/failure.ts";
import type { FailureIdentity } from "../failure/identity.ts";
import type { FindingInput } from "./finding-input.ts";
import type { FindingEvidence } from "./scan.ts";

/** One line of the story that a finding tells, in the user's verbs. */
export interface StoryLine {
  /** `step`, `fault` and `broken` are shown with their own marks. */
  readonly kind: "step" | "fault" | "wake" | "note" | "broken";
  readonly what: string;
  readonly detail: string;
}

/** The source line that a finding points at, as the user wrote it. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A proven failure: what broke, the smallest story that breaks it, and how to see it again. */
export interface Finding {
  readonly id: string;
  readonly kind: FailureKind;
  readonly identity: FailureIdentity;
  /** The message as it was seen, not masked. */
  readonly message: string;
  readonly subject: string;
  /** How the run ended its process; absent where the process lived. */
  readonly exitMode?: ExitMode | undefined;
  readonly place: SourceLocation | undefined;
  readonly story: readonly StoryLine[];
  /** The bytes that were given; only of fuzz tests that take bytes or text. */
  readonly input?: FindingInput | undefined;
  /** How many decisions the smallest run takes, and how many the first one took. */
  readonly shrunk: {
    readonly from: number;
    readonly to: number;
    readonly attempts: number;
    /** The budget that ended shrinking, `500 tries`; absent where nothing smaller was found. */
    readonly cutBy?: string | undefined;
  };
  /** In how many runs this identity was seen. */
  readonly occurrences: number;
  /** The index of the first run that showed it. */
  readonly runIndex: number;
  /** Where the trace lies, relative to the project root; absent for a finding without one. */
  readonly trace: string | undefined;
  /** The command that shows it again. */
  readonly replay: string | undefined;
  /** The same list of decisions as one copyable token. */
  readonly token: string | undefined;
  /** Whether a fresh process showed the same identity again. */
  readonly isConfirmed: boolean;
  /** Whether there was no time to show it again. */
  readonly isUnproven?: boolean | undefined;
  /** How much it is worth; only of a scan. */
  readonly evidence?: FindingEvidence | undefined;
}

/** What `cutBy` says where nobody waited for the end. */
export const cutByInterrupt = "an interrupt";
