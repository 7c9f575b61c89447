import type { Divergence } from "../../kernel/decisions/divergence.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { Journal } from "../../kernel/decisions/journal.ts";
import type { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import type { Subject, WorkMeter } from "../../kernel/subject/subject.ts";
import type { Tally } from "../../kernel/judge/tally.ts";
import type { HostGrant, RunSettings } from "../../kernel/trace/trace.ts";

/**
 * Says in words who made a call, or whose wait it was that is over, from a stack: what a test file
 * has in the place of a database waits for the code that asked it.
 */
export type OriginText = (stack: string, kind: "call" | "wait") => string | undefined;

/** Everything one run needs. */
export interface RunRequest {
  /** Gives the subject, in a fresh module graph where code keeps state; called inside the run. */
  readonly subject: () => Subject | Promise<Subject>;
  readonly decisions: RecordedDecisions;
  /** Where a strict replay says that the trace did not fit. */
  readonly divergence?: (() => Divergence | undefined) | undefined;
  readonly settings: RunSettings;
  /** What of the machine may really be asked; what the settings say where it is left out. */
  readonly grant?: HostGrant | undefined;
  readonly journal: Journal;
  readonly tally: Tally;
  /** Says in words who asked for a timer or a completion, from a stack; costly, so optional. */
  readonly originText?: OriginText | undefined;
  /** The user's own lines in a stack. */
  readonly frames?: ((stack: string) => readonly SourceLocation[]) | undefined;
  /** How much the user's code has done, where that is counted. */
  readonly meter?: WorkMeter | undefined;
}
