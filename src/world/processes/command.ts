import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { SimWorld, WorldPart } from "../sim-world.ts";

/** What a process writes: all at once, or in pieces that arrive one by one. */
export type CommandOutput = string | Uint8Array | readonly (string | Uint8Array)[];

/** What a scripted process does: it waits, writes, and ends by a code or a signal. */
export interface CommandOutcome {
  readonly stdout?: CommandOutput;
  readonly stderr?: CommandOutput;
  readonly exitCode?: number;
  readonly signal?: NodeJS.Signals;
  /** Virtual time before the first output. */
  readonly delayMs?: number;
}

/** How a process was started, for scripts that are functions. */
export interface CommandCall {
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** The `input` of the synchronous forms; empty for the others. */
  readonly input: string;
  /** All that is written to the process, once that has ended. */
  stdin(): Promise<string>;
}

/** What stands in for a program: what it does, or a function of its arguments that says so. */
export type CommandScript =
  | CommandOutcome
  | ((args: readonly string[], call: CommandCall) => CommandOutcome | Promise<CommandOutcome>);

/** Says what a program does when it is started in this run; the last script of a name counts. */
export function command(world: SimWorld, name: string, script: CommandScript): void {
  if (typeof name !== "string" || name.trim() === "") {
    throw new GauntletError({
      code: "W301",
      what: "`world.command` needs the name of a program",
      help: 'world.command("git", { stdout: "main\\n" })',
    });
  }
  scriptsOf(world).set(name.trim(), script);
}

/** The scripts of a run, by the name that they were given. */
export function scriptsOf(world: SimWorld): Map<string, CommandScript> {
  return world.part(scripts);
}

/** Calls a script, or reads it. */
export function playScript(
  script: CommandScript,
  args: readonly string[],
  call: CommandCall,
): CommandOutcome | Promise<CommandOutcome> {
  return typeof script === "function" ? script(args, call) : script;
}

/** The pieces of an output as bytes; none of them is empty. */
export function piecesOf(output: CommandOutput | undefined): Buffer[] {
  if (output === undefined) return [];
  const list = typeof output === "string" || ArrayBuffer.isView(output) ? [output] : output;
  return list
    .map((piece) => (typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece)))
    .filter((piece) => piece.length > 0);
}

// --- inside ---

const scripts: WorldPart<Map<string, CommandScript>> = {
  name: "commands",
  make: () => new Map<string, CommandScript>(),
};
