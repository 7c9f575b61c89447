import { Argument, type Command, Option } from "commander";
import { defaultText } from "./default-text.ts";
import { parserOf } from "./flag-parsers.ts";
import type { Io } from "./io.ts";
import { flagsOf, type VerbFlag, writtenFlags } from "./verb-flags.ts";
import { type CommandTable, type GroupSpec, isVerb, type VerbSpec } from "./verb-spec.ts";

/** What a command needs to run. */
export interface Running {
  readonly io: Io;
  readonly onExit: (code: number) => void;
}

/**
 * Adds the verbs of a table to a program: the one that the first word names, or all of them, for
 * the help and for what is misspelt.
 */
export function addVerbs(
  program: Command,
  table: CommandTable,
  { first, ...running }: Running & { readonly first: string | undefined },
): void {
  const all = Object.entries(table.verbs);
  const named = all.filter(([name]) => name.split(" ")[0] === first);
  for (const [name, spec] of named.length > 0 ? named : all) {
    const words = name.split(" ");
    const parent = words.slice(0, -1).reduce(below, program);
    const command = parent.command(words.at(-1) ?? "", { isDefault: isDefault(spec) });
    command
      .summary(spec.summary)
      .description(spec.help.join(" "))
      .addHelpText("after", examplesText(spec.examples));
    if (isVerb(spec)) addVerb(command, spec, { table, ...running });
  }
}

// --- inside ---

function below(parent: Command, name: string): Command {
  const found = parent.commands.find((command) => command.name() === name);
  if (found === undefined) throw new Error(`\`${name}\` must come before the verbs below it`);
  return found;
}

function isDefault(spec: GroupSpec | VerbSpec): boolean {
  return isVerb(spec) && spec.isDefault === true;
}

function addVerb(
  command: Command,
  verb: VerbSpec,
  { table, io, onExit }: Running & { readonly table: CommandTable },
): void {
  for (const { usage, help, choices, preset } of verb.arguments) {
    const argument = new Argument(usage, help);
    if (choices !== undefined) argument.choices(choices);
    if (preset !== undefined) argument.default(preset);
    command.addArgument(argument);
  }
  for (const flag of flagsOf(verb, table)) addFlag(command, flag);
  command.action(async () => {
    const run = await verb.load();
    const call = { words: command.processedArgs as unknown, flags: command.opts(), io, table };
    onExit(await run(call as never));
  });
}

function addFlag(command: Command, flag: VerbFlag): void {
  const { form, help, helpNo = "", value = "value", isHidden } = flag;
  for (const written of writtenFlags(flag)) {
    const takesValue = form === "value" || form === "values" || form === "list";
    const text = form === "either" && written.startsWith("--no-") ? helpNo : help;
    const option = new Option(takesValue ? `${written} <${value}>` : written, toldWith(flag, text));
    if (takesValue) option.argParser(readerOf(written, flag));
    if (takesValue && flag.preset !== undefined) {
      option.default(flag.preset, String(flag.preset));
    }
    if (flag.isRequired === true) option.makeOptionMandatory();
    command.addOption(isHidden ? option.hideHelp() : option);
  }
}

/** What a flag does, with what holds where it is left out; commander says the latter of presets. */
function toldWith(flag: VerbFlag, text: string): string {
  const told = flag.preset === undefined ? defaultText(flag) : undefined;
  return told === undefined ? text : `${text} (default: ${told})`;
}

/** How commander has a value read: with what was read of the same flag before. */
function readerOf(written: string, flag: VerbFlag): (text: string, before: unknown) => unknown {
  const parse = parserOf(written, flag);
  switch (flag.form) {
    case "values":
      return (text, before) => [...(Array.isArray(before) ? before : []), parse(text)];
    case "list":
      return (text) => text.split(",").filter((word) => word !== "");
    default:
      return (text) => parse(text);
  }
}

function examplesText(examples: readonly string[]): string {
  const lines = examples.map((words) => `  gauntlet ${words}`);
  return ["", examples.length === 1 ? "Example:" : "Examples:", ...lines].join("\n");
}
