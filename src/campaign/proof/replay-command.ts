import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import type { RunSettings } from "../../kernel/trace/trace.ts";
import { neededFlags } from "./trace-target.ts";

/** What a recorded run needs to be repeated as it was. */
export interface ReplayNeeds {
  readonly run: RunSettings;
  /** The file of its subject. */
  readonly file: string;
}

/** The command that replays a trace, with the permissions that its run needs. */
export function replayCommand(
  name: string,
  { run, file }: ReplayNeeds,
  flags: readonly string[] = [],
): string {
  return gauntletCommand("replay", { words: [name], flags: [...flags, ...neededFlags(run, file)] });
}
