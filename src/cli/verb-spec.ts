import type { Seed } from "../kernel/decisions/seed.ts";

/**
 * How a flag is written: with a value; with a value, several times; with values between commas; as
 * `--flag` only; as `--no-flag` only; as either of these two.
 */
export type FlagForm = "value" | "values" | "list" | "on" | "off" | "either";

/** The values that flags take, by their kind, as a program gives them. */
export interface GivenValues {
  readonly text: string;
  readonly seed: Seed;
  /** A whole number above 0. */
  readonly "whole number": number;
  /** A whole number, 0 or above. */
  readonly count: number;
  /** Above 0. */
  readonly seconds: number;
  /** 0 or above. */
  readonly "seconds from 0": number;
  /** From 0 to 1. */
  readonly share: number;
  readonly percent: number;
  /** Such as `30s`. */
  readonly duration: string;
  /** Such as `1,2,4`. */
  readonly factors: string;
  /** Such as `json:report.json`. */
  readonly report: string;
  /** The same, or `lcov:lcov.info`. */
  readonly "report or lcov": string;
  /** The same, or `sarif:boundaries.sarif`. */
  readonly "report or sarif": string;
  /** `text`, `json` or `junit`. */
  readonly format: string;
  /** A decision (`12`) or a virtual time (`250ms`). */
  readonly moment: string | number;
}

/** A flag of the command line. */
export interface FlagSpec {
  readonly form: FlagForm;
  /** The kind of its value, where it takes one; `choices` are one kind of text. */
  readonly takes?: keyof GivenValues;
  readonly choices?: readonly string[];
  /** What stands for its value in the help: `count`. */
  readonly value?: string;
  /** What it does: a phrase, of `--no-flag` where that is its only form. */
  readonly help: string;
  /** What `--no-flag` does, where there are both. */
  readonly helpNo?: string;
  /**
   * What holds where it is left out; `{explorer.seed}` is what that config key has, or one
   * of verb-defaults.ts; empty for none.
   */
  readonly default?: string;
  /** The config key that holds where the flag is left out: `world.leaks`; empty for none. */
  readonly key?: string;
  /** The value that a verb gets where the flag is left out. */
  readonly preset?: string | number | boolean;
  readonly isRequired?: true;
  /** About the terminal: programs that use the SDK have no use for it, or it is set for them. */
  readonly isOfTerminal?: true;
}

/** Flags that several verbs have together. */
export interface FlagGroup {
  readonly flags: readonly string[];
  /** Accepted but not listed: scripts may give them to every verb, and here they change nothing. */
  readonly accepts?: readonly string[];
}

/** An argument of a verb. */
export interface ArgumentSpec {
  /** As the help writes it: `<file>`, `[run]`, `<files...>`. */
  readonly usage: string;
  readonly help?: string;
  readonly choices?: readonly string[];
  /** What a verb gets where it is left out. */
  readonly preset?: string;
}

/** Does what a verb does and gives its exit code; `VerbCall` says what it gets. */
export type RunVerb = (call: never) => Promise<number> | number;

/** Words that only lead to other verbs: `trace`, `agent contract`. */
export interface GroupSpec {
  /** For the list of verbs: a phrase. */
  readonly summary: string;
  /** For its own help: whole sentences, in lines. */
  readonly help: readonly string[];
  /** Command lines without `gauntlet`. */
  readonly examples: readonly string[];
}

/** A verb of the command line. Everything that depends on which verbs there are is made of this. */
export interface VerbSpec extends GroupSpec {
  readonly arguments: readonly ArgumentSpec[];
  readonly flags: readonly string[];
  /** Groups of flags, listed behind its own. */
  readonly groups: readonly string[];
  /** Where a flag means something else than to other verbs. */
  readonly changes?: Readonly<Record<string, Partial<FlagSpec>>>;
  /**
   * The kind of its JSON document, as sdk/documents.ts has it; absent where it prints none, because
   * its output is that of another command or is no data.
   */
  readonly document?: string;
  /** It prints JSON and nothing else, and reads no configuration. */
  readonly isBare?: true;
  /** Done where only the words of its group are given. */
  readonly isDefault?: true;
  /** It runs user code first of all, so a process for that is started while the rest is loaded. */
  readonly startsAhead?: true;
  /** Loads its code. */
  readonly load: () => Promise<RunVerb>;
}

/** The flags, by the name of their option: `allowHost` is `--allow-host`. */
export type FlagTable = Readonly<Record<string, FlagSpec>>;

/** The verbs, by their words: `agent contract run`. The order is that of the help. */
export type VerbTable = Readonly<Record<string, VerbSpec | GroupSpec>>;

/** All that the command line, its help, completion, the SDK and the docs are made of. */
export interface CommandTable {
  readonly verbs: VerbTable;
  readonly flags: FlagTable;
  readonly groups: Readonly<Record<string, FlagGroup>>;
}

/** `allowHost` as `allow-host`. */
export function flagText(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether there is something to run, and not only verbs below it. */
export function isVerb(spec: VerbSpec | GroupSpec): spec is VerbSpec {
  return "load" in spec;
}
