import path from "node:path";
import type { Command } from "commander";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { TraceTarget } from "../store/trace-file.ts";
import { oneOf, withDefault } from "./flags.ts";

/** Flags of verbs that keep a trace where the user wants it. */
export interface RecordFlags {
  readonly record?: string;
  readonly recordCollision?: TraceTarget["collision"];
}

/** Where a trace goes, absolute, and what happens when something is there. */
export interface RecordTarget {
  readonly file: string;
  readonly collision: TraceTarget["collision"];
}

/** Adds the flags about the file of a trace; `what` says which run it is of. */
export function addRecordFlags(command: Command, what: string): Command {
  return command
    .option("--record <file>", what)
    .option(
      "--record-collision <policy>",
      withDefault("where the file exists: error, overwrite or append (a new name)", "append"),
      oneOf("--record-collision", ["error", "overwrite", "append"]),
    );
}

/** Where the trace goes; undefined where none is asked for. */
export function recordOf(flags: RecordFlags, cwd: string): RecordTarget | undefined {
  const { record, recordCollision } = flags;
  if (record !== undefined) {
    return { file: path.resolve(cwd, record), collision: recordCollision ?? "append" };
  }
  if (recordCollision === undefined) return undefined;
  throw new GauntletError({
    code: "U009",
    what: "`--record-collision` is only of use with `--record`",
    where: `--record-collision ${recordCollision}`,
    help: `write \`--record trace.jsonl.gz --record-collision ${recordCollision}\``,
  });
}
