import type { RunEvent } from "../kernel/decisions/journal.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { ExitMode } from "../kernel/failure/exit-mode.ts";
import type { IntendedExit } from "./protocol/protocol.ts";

/** What was told of a run before the place where it happened ended. */
export interface LastMessages {
  intendedExit: IntendedExit | undefined;
  /** Where a run was that gave no sign of life. */
  hungStack: string | undefined;
  /** The lines of the decisions that the run had taken, where it was asked to say them. */
  readonly decisions: string[];
  readonly events: RunEvent[];
}

/** Nothing was told yet. */
export function noMessages(): LastMessages {
  return { intendedExit: undefined, hungStack: undefined, decisions: [], events: [] };
}

/** The place where runs happen ended before it answered; what it said last is kept. */
export class WorkerEnded extends Error {
  override readonly name: string = "WorkerEnded";
  readonly exit: ExitMode;
  readonly output: string;
  readonly lastMessages: Readonly<LastMessages>;

  constructor(exit: ExitMode, output = "", lastMessages: Readonly<LastMessages> = noMessages()) {
    super(`the process that runs the subject ended: ${exit.kind}`);
    this.exit = exit;
    this.output = output;
    this.lastMessages = lastMessages;
  }
}

/**
 * Something outside ended the process while it loaded the code, twice: nothing is known of the code
 * then, and what was to be found out of it is unknown.
 */
export class LoadKilled extends GauntletError {}
