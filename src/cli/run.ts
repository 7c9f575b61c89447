import { Command, CommanderError } from "commander";
import { type ErrorParts, GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { hidden, hiddenDocument, learnEnvironment } from "../kernel/secrets/process-secrets.ts";
import { bugText, errorJson, errorScreen, screenText } from "../report/index.ts";
import { isSystemError, refusalText } from "../store/unwritten.ts";
import { ownVersion } from "../world/own-version.ts";
import { addVerbs } from "./build-program.ts";
import { exitCodes, type Io } from "./io.ts";
import { helpColumns } from "./quick-answer.ts";
import { useColor } from "./print.ts";
import { type CommandLine, usageError } from "./usage-error.ts";
import type { CommandTable } from "./verb-spec.ts";
import { commandTable } from "./verb-table.ts";

/** Runs the command line and gives the exit code; only main.ts ends the process. */
export async function runCli(
  argv: readonly string[],
  given: Io,
  table: CommandTable = commandTable,
): Promise<number> {
  learnEnvironment(given.env);
  const io = silentAboutSecrets(given);
  let exitCode: number = exitCodes.held;
  let hasPrinted = false;
  const out = (text: string): void => {
    hasPrinted = true;
    io.out(screenText(text));
  };
  const own = ownIo(io, { out, argv, startedAt: new Date() });
  const program = build(own);
  addVerbs(program, table, { io: own, onExit: (code) => (exitCode = code), first: argv[0] });
  if (argv.length === 0) {
    io.out(welcome);
    return exitCodes.held;
  }
  if (argv.length === 1 && ["-v", "version"].includes(argv[0] ?? "")) {
    io.out(`${ownVersion()}\n`);
    return exitCodes.held;
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (thrown) {
    const told = report(thrown, io, lineOf(program, argv));
    // One document always, and never a second one after a result.
    if (told.error !== undefined && wantsJson(argv) && !hasPrinted) {
      io.out(errorJson(told.error, verbOf(program, argv)));
    }
    return told.exitCode;
  }
}

// --- inside ---

/** Whatever is printed has no secret of the user's environment, wherever it came from. */
function silentAboutSecrets(io: Io): Io {
  const { cwd, outColumns, errColumns, env, signal } = io;
  const silent = { out: (text: string) => io.out(safe(text)) };
  const same = { cwd, outColumns, errColumns, env, signal };
  return { ...same, ...silent, err: (text) => io.err(safe(text)) };
}

/** Text is for people; JSON must stay JSON. */
function safe(text: string): string {
  return /^\s*[[{]/u.test(text) ? hiddenDocument(text) : hidden(text);
}

const welcome = `gauntlet finds failures in TypeScript services and AI agents before production does.

  gauntlet scan src                      find failures with no test code
  gauntlet init                          set a project up, with a test to start from
  gauntlet explore checkout.chaos.ts     look for failures, make them small
  gauntlet replay last-fail              see the last one again
  gauntlet agent ci                      break an agent's tools and model, judge what it does

gauntlet --help lists every verb.
`;

const examples = `
Examples:
  gauntlet scan src                                  what fails, with no test code
  gauntlet init                                      a config and tests to start from
  gauntlet explore checkout.chaos.ts --time 10       look for failures of one file
  gauntlet test                                      run every *.scenario.yaml
  gauntlet agent ci --min-score 0.9                  an AI agent under chaos, with a score
  gauntlet replay last-fail                          the last failure again
  gauntlet explore checkout.chaos.ts#refunds --runs 1000 --seed 42 --json

Exit codes: 0 nothing broken · 1 something broken · 2 usage or config · 3 could not tell ·
70 our bug · 130 interrupted`;

function build(io: Io): Command {
  return new Command("gauntlet")
    .description("Finds failures, proves them, makes them small, and keeps them fixed.")
    .version(ownVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: io.out,
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(io.outColumns ?? helpColumns, helpColumns),
    })
    .configureHelp({ minWidthToWrap: 20 })
    .addHelpText("after", examples);
}

/** Written out, because an `Io` may be an object with methods, which a spread would lose. */
function ownIo(io: Io, given: Required<Pick<Io, "out" | "argv" | "startedAt">>): Io {
  const { cwd, outColumns, errColumns, env, signal } = io;
  const same = { cwd, outColumns, errColumns, env, signal };
  return { ...same, err: (text) => io.err(screenText(text)), ...given };
}

/** A process was killed from outside: nobody's mistake, and nothing is known. */
const killedCode = "S005";

/** How an error was told, and what of it a document has. */
interface ErrorReport {
  readonly exitCode: number;
  readonly error?: ErrorParts;
}

function report(thrown: unknown, io: Io, line: CommandLine): ErrorReport {
  const color = useColor(io, "err");
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return { exitCode: 0 };
  if (thrown instanceof CommanderError || thrown instanceof GauntletError) {
    const error = thrown instanceof GauntletError ? thrown : usageError(thrown, line);
    io.err(errorScreen(error, { color }));
    const isUnknown = error.code === killedCode;
    return { exitCode: isUnknown ? exitCodes.unknown : exitCodes.usage, error };
  }
  // The machine refused, and nobody on the way knew a better word for it: that is no bug of ours.
  if (isSystemError(thrown)) {
    const error = refusedBySystem(thrown);
    io.err(errorScreen(error, { color }));
    return { exitCode: exitCodes.usage, error };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const node = process.versions.node;
  io.err(bugText({ error, version: ownVersion(), node, context: "" }));
  const what = `this is a bug in gauntlet, not in your code: ${error.message}`;
  const help = "report it with what stderr says";
  return { exitCode: exitCodes.bug, error: { code: "bug", what, help } };
}

function refusedBySystem(thrown: NodeJS.ErrnoException): ErrorParts {
  const { path: file, syscall = "use", message } = thrown;
  if (file === undefined) {
    const what = `the machine refuses to ${syscall}`;
    return { code: "F002", what, note: message, help: "check its limits and what is free of them" };
  }
  return {
    code: "F002",
    what: "a file or folder cannot be used",
    where: file,
    note: refusalText(thrown, file),
    help: "check the path, its permissions and the free space",
  };
}

/** What comes after `--` is no flag. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

function lineOf(program: Command, argv: readonly string[]): CommandLine {
  const firstFlag = argv.findIndex((word) => word.startsWith("-"));
  const leading = commandsIn(program, firstFlag < 0 ? argv : argv.slice(0, firstFlag));
  const verbs = commandsIn(program, argv);
  const group = leading.at(-1);
  const isGroup = group !== undefined && group.commands.length > 0 && group.options.length === 0;
  return { argv, verbs: namesOf(verbs), ...(isGroup ? { group: namesOf(leading) } : {}) };
}

/** The commands that words name, from the first on: `agent`, `contract` and `run`. */
function commandsIn(program: Command, words: readonly string[]): readonly Command[] {
  let command: Command | undefined = program;
  const named: Command[] = [];
  for (const word of words.filter((one) => !one.startsWith("-"))) {
    command = command.commands.find((inner) => inner.name() === word);
    if (command === undefined) break;
    named.push(command);
  }
  return named;
}

function namesOf(commands: readonly Command[]): readonly string[] {
  return commands.map((command) => command.name());
}

function verbOf(program: Command, argv: readonly string[]): string {
  const verbs = new Set(program.commands.map((verb) => verb.name()));
  return argv.find((word) => verbs.has(word)) ?? "";
}
