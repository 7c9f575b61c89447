import path from "node:path";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { TraceTarget } from "../store/trace-file.ts";
import type { FlagsNamed } from "./verb-call.ts";

/** Flags of verbs that keep a trace where the user wants it. */
type RecordFlags = FlagsNamed<"record" | "recordCollision">;

/** Where a trace goes, absolute, and what happens when something is there. */
export interface RecordTarget {
  readonly file: string;
  readonly collision: TraceTarget["collision"];
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
