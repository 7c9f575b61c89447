import { type Command, Option } from "commander";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { parseSeed, type Seed } from "../kernel/decisions/seed.ts";
import { fileDefaults, scanDefaults } from "../config/index.ts";
import { parseReport, type WantedReport } from "./wanted-report.ts";

/** What `--seed` is, where a verb has it. */
export const seedText: string = withDefault(
  "a word or a whole number to start from",
  fileDefaults.explorer.seed,
);

/** What the help says of a flag, with what holds where it is left out. */
export function withDefault(text: string, value: string | number): string {
  return `${text} (default: ${value})`;
}

/** Flags of verbs whose text has no colours: where to look, and for whom to say it. */
export interface ReadFlags {
  readonly config?: string;
  readonly cwd?: string;
  readonly json?: boolean;
}

/** Flags of verbs that only read: where to look, and how to say it. */
export interface LocationFlags extends ReadFlags {
  readonly color: boolean;
}

/** Flags that every verb takes which runs something. */
export interface CommonFlags extends LocationFlags {
  readonly report?: readonly WantedReport[];
  readonly quiet?: boolean;
  readonly all?: boolean;
}

/** Flags of verbs that run a subject: what the simulated world does not control. */
export interface WorldFlags {
  readonly strict?: boolean;
  readonly leaks?: boolean;
}

/** Flags of verbs that run traces: what these may reach is said here and nowhere in a trace. */
export interface TraceFlags {
  readonly strict?: boolean;
  readonly allowHost?: boolean;
}

/** Flags of verbs that run a campaign. */
export interface CampaignFlags extends CommonFlags, WorldFlags {
  readonly seed?: Seed;
  readonly runs?: number;
  readonly time?: number;
}

/** Flags of `scan`. */
export interface ScanFlags extends CommonFlags {
  readonly seed?: Seed;
  readonly runs?: number;
  readonly time?: number;
  readonly target?: readonly string[];
  readonly includePrivate?: boolean;
  readonly allowHost?: boolean;
  readonly save?: boolean;
  readonly deepen?: boolean;
  readonly workers?: number;
  readonly changed?: boolean;
  readonly since?: string;
  readonly fresh?: boolean;
}

/** Flags of verbs that look at laws of functions. */
export interface LawFlags extends CommonFlags {
  readonly seed?: Seed;
  readonly runs?: number;
  readonly time?: number;
}

/** Adds the flags of verbs that print nothing of their own. */
export function addLocationFlags(command: Command): Command {
  return command
    .option("--config <file>", "the configuration file to use")
    .option("--cwd <folder>", "work as if started there");
}

/** Adds the flags of verbs that read no configuration. */
export function addFileFlags(command: Command): Command {
  return (
    command
      .option("--cwd <folder>", "work as if started there")
      .option("--json", "print one JSON document")
      // Scripts may say these to every verb; here they change nothing.
      .addOption(new Option("--config <file>").hideHelp())
      .addOption(new Option("--no-color").hideHelp())
  );
}

/** Adds the flags of verbs whose text has no colours. */
export function addReadFlags(command: Command): Command {
  return (
    locatedFlags(command)
      // Scripts may say it to every verb; where it changes nothing, the help does not offer it.
      .addOption(new Option("--no-color").hideHelp())
  );
}

/** Adds the flags of verbs that only read. */
export function addPlaceFlags(command: Command): Command {
  return locatedFlags(command).option("--no-color", "no colours");
}

/** Adds the flags of verbs that run something and are soon done. */
export function addResultFlags(command: Command): Command {
  return (
    reportFlags(command)
      .option("--all", "show long lists whole")
      // As above: they have no progress to be quiet about.
      .addOption(new Option("--quiet").hideHelp())
  );
}

/** Adds the flags of verbs that run something and say how far they are. */
export function addCommonFlags(command: Command): Command {
  return reportFlags(command)
    .option("--quiet", "no progress")
    .option("--all", "show long lists whole");
}

/** Adds the flags about leaving the simulated world. */
export function addStrictFlag(command: Command): Command {
  return command
    .option("--strict", "leaving the simulated world breaks a run, whatever the config says")
    .option("--no-strict", "go on when a run leaves the simulated world, and say what it left");
}

/** Adds the flag that lets runs of traces use the machine. */
export function addAllowHostFlag(command: Command): Command {
  return command.option(
    "--allow-host",
    "the run may use the real files, network and processes, as far as it did when recorded",
  );
}

/** Adds the flags about what the simulated world does not control. */
export function addWorldFlags(command: Command): Command {
  return addStrictFlag(command).option(
    "--leaks",
    "a run that ends with timers or handles open is a finding",
  );
}

/** Adds the flags of a campaign to those of its verb, which says what its budget is by default. */
export function addCampaignFlags(
  command: Command,
  budget: { readonly runs: string | number; readonly time: string | number },
): Command {
  const runs = withDefault("so many runs of each subject at most", budget.runs);
  const time = withDefault("so many seconds for each subject at most", budget.time);
  return command
    .option("--seed <seed>", seedText, parseSeed)
    .option("--runs <count>", runs, wholeNumber("--runs"))
    .option("--time <seconds>", time, seconds);
}

/** Adds the flags of `scan`. */
export function addScanFlags(command: Command): Command {
  return addCommonFlags(command)
    .option("--seed <seed>", seedText, parseSeed)
    .option(
      "--runs <count>",
      withDefault("runs for each function or method", scanDefaults.max_examples),
      wholeNumber("--runs"),
    )
    .option("--time <seconds>", scanTimeText, seconds)
    .option("--changed", "only files that differ from the last commit, or are new")
    .option("--since <ref>", "only files that differ from this commit, branch or tag, or are new")
    .option("--fresh", "also call what has not changed since an earlier scan")
    .option("--target <name>", "only these: `name`, `Class.*` (repeatable)", collectText)
    .option("--include-private", "also what begins with an underscore")
    .option("--deepen", "with --time: also call while something goes wrong around the calls")
    .option("--save", "keep what is found as tests of the project")
    .option("--allow-host", "use the real files, network and processes of this machine")
    .option("--workers <count>", callWorkersText, wholeNumber("--workers"));
}

/** What holds where functions are called and the flags do not say. */
export const callDefaults = {
  /** Calls of each function, where its laws are looked at. */
  runs: 500,
  /** Calls end by their number; this only keeps a verb from going on for ever. */
  seconds: 3_600,
  /** A scan of a repository first calls all of it, then goes on; so long is worth to wait for. */
  scanSeconds: 600,
} as const;

/** What `--workers` is, where functions are called. */
export const callWorkersText: string = withDefault(
  "how many functions are called at once",
  "one a core",
);

/** Adds the flags about laws of functions to those of a verb. */
export function addLawFlags(command: Command): Command {
  return command
    .option("--seed <seed>", seedText, parseSeed)
    .option(
      "--runs <count>",
      withDefault("calls of each function", callDefaults.runs),
      wholeNumber("--runs"),
    )
    .option("--time <seconds>", timeText, seconds);
}

/** Collects the texts of a flag that may be given several times. */
export function collectText(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A whole number above 0, or an error that says what was given. */
export function wholeNumber(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
    throw wrongNumber(flag, text, "a whole number above 0");
  };
}

/** A number within limits; `share` and the like say what is allowed. */
export function numberIn(
  flag: string,
  range: { readonly max: number; readonly allowed: string; readonly example: string },
): (text: string) => number {
  const { max, allowed, example } = range;
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= 0 && value <= max) return value;
    throw wrongFlag(flag, { text, allowed, example });
  };
}

/** A part of a whole, from 0 to 1. */
export function shareOf(flag: string): (text: string) => number {
  return numberIn(flag, { max: 1, allowed: "a number from 0 to 1", example: "0.1" });
}

/** One of a closed list of words. */
export function oneOf<T extends string>(flag: string, words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    const allowed = `one of ${words.map((word) => `\`${word}\``).join(", ")}`;
    throw wrongFlag(flag, { text, allowed, example: words[0] ?? "" });
  };
}

/** The error of a flag whose value is none of those that are allowed. */
export function wrongFlag(
  flag: string,
  said: { readonly text: string; readonly allowed: string; readonly example: string },
): GauntletError {
  const { text, allowed, example } = said;
  return new GauntletError({
    code: "U003",
    what: `\`${flag}\` must be ${allowed}, got \`${text}\``,
    where: `${flag} ${text}`,
    help: `write \`${flag} ${example}\``,
  });
}

// --- inside ---

const scanTimeText = withDefault("stop after so many seconds", callDefaults.scanSeconds);
const timeText = withDefault("stop after so many seconds", callDefaults.seconds);

function locatedFlags(command: Command): Command {
  return addLocationFlags(command).option("--json", "print one JSON document");
}

function reportFlags(command: Command): Command {
  const what = "also write a report: text, json or junit";
  return addPlaceFlags(command).option("--report <format[:path]>", what, collect);
}

function seconds(text: string): number {
  const value = Number(text.replace(/s$/, ""));
  if (Number.isFinite(value) && value > 0) return value;
  throw wrongNumber("--time", text, "a number of seconds above 0");
}

function wrongNumber(flag: string, text: string, allowed: string): GauntletError {
  const whole = /^[^\d-]*(\d{1,9})/.exec(text)?.[1];
  const example = whole === undefined || Number(whole) === 0 ? "100" : String(Number(whole));
  return wrongFlag(flag, { text, allowed, example });
}

function collect(text: string, before: readonly WantedReport[] = []): readonly WantedReport[] {
  return [...before, parseReport(text)];
}
