import type { CallObservation } from "./contract-check.ts";
import { readShellLine } from "./shell-line.ts";

/** A command that a call started, or gave back for somebody else to start. */
export interface SeenCommand {
  /** The line for a shell; undefined where the words are handed over as they are. */
  readonly line: string | undefined;
  /** The words of each command in it, the program first. */
  readonly commands: readonly (readonly string[])[];
  readonly isWhole: boolean;
}

/** Commands that a call started; of contracts that somebody wrote, also what it gave back. */
export function commandsSeen(observation: CallObservation): readonly SeenCommand[] {
  const { acts, outcome, contract } = observation;
  const started = acts.flatMap((act) => {
    if (act.kind !== "command") return [];
    return [act.shell === undefined ? plain([act.program, ...act.args]) : lined(act.shell)];
  });
  const isBuilder = contract.source !== "found" && outcome.kind === "returned";
  return isBuilder ? [...started, ...given(outcome.value)] : started;
}

// --- inside ---

function plain(words: readonly string[]): SeenCommand {
  return { line: undefined, commands: [words], isWhole: true };
}

function lined(line: string): SeenCommand {
  return { line, ...readShellLine(line) };
}

/** What a function that builds commands gives: a line, a list of words, or an object with one. */
function given(value: unknown): readonly SeenCommand[] {
  if (typeof value === "string") return [lined(value)];
  if (Array.isArray(value)) {
    return value.every((word) => typeof word === "string") ? [plain(value)] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  const command: unknown = Reflect.get(value, "command");
  const args: unknown = Reflect.get(value, "args");
  if (typeof command !== "string") return [];
  const isList = Array.isArray(args) && args.every((word) => typeof word === "string");
  return [isList ? plain([command, ...args]) : lined(command)];
}
