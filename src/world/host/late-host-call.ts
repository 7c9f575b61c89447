import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";

/** A call of the host by user code that was given up, because the run has no more time for it. */
export function lateHostCall(call: string, afterMs: number): GauntletError {
  return new GauntletError({
    code: "W418",
    what: `${call} was given up: it was not done within ${afterMs} ms`,
    note: "that is what was left of the run, and no limit of the code's own",
    help: "raise `--timeout`, or give the call a limit of its own",
  });
}
