import { flagText, isVerb, type CommandTable } from "../verb-spec.ts";
import { flagsOf, type VerbFlag, writtenFlags } from "../verb-flags.ts";

/** What may follow the words of a verb, or those that lead to some. */
export interface CompletionNode {
  /** `agent contract`; empty before any. */
  readonly words: string;
  /** The words that go on. */
  readonly next: readonly Suggestion[];
  readonly flags: readonly FlagSuggestion[];
  /** What its first argument may be, where that is a closed list. */
  readonly choices: readonly string[];
}

/** A word and what it means. */
export interface Suggestion {
  readonly word: string;
  readonly help: string;
}

/** A flag, and what may follow it. */
export interface FlagSuggestion extends Suggestion {
  /** Nothing follows it, one of some words, a path, or something that nobody can guess. */
  readonly value: "none" | "choices" | "path" | "free";
  readonly choices: readonly string[];
}

/** What may be typed where, for every verb of a table. */
export function completionTree(table: CommandTable): readonly CompletionNode[] {
  const root = { words: "", next: nextOf("", table), flags: rootFlags, choices: [] };
  const nodes = Object.entries(table.verbs).map(([words, spec]) => ({
    words,
    next: nextOf(words, table),
    flags: isVerb(spec)
      ? flagsOf(spec, table)
          .filter(({ isHidden }) => !isHidden)
          .flatMap(suggestionsOf)
      : [],
    choices: isVerb(spec) ? (spec.arguments[0]?.choices ?? []) : [],
  }));
  return [root, ...nodes.map((node) => ({ ...node, flags: [...node.flags, helpFlag] }))];
}

// --- inside ---

const helpFlag: FlagSuggestion = { word: "--help", help: "print help", value: "none", choices: [] };
const rootFlags: readonly FlagSuggestion[] = [
  helpFlag,
  { word: "--version", help: "print the version", value: "none", choices: [] },
];

/** Values that are paths, by what the help calls them. */
const pathValues: ReadonlySet<string> = new Set([
  "file",
  "folder",
  "path",
  "trace",
  "format[:path]",
]);

function nextOf(words: string, { verbs }: CommandTable): readonly Suggestion[] {
  const depth = words === "" ? 0 : words.split(" ").length;
  return Object.entries(verbs).flatMap(([name, { summary }]) => {
    const all = name.split(" ");
    const isBelow = all.length === depth + 1 && all.slice(0, depth).join(" ") === words;
    return isBelow ? [{ word: all[depth] ?? "", help: summary }] : [];
  });
}

function suggestionsOf(flag: VerbFlag): readonly FlagSuggestion[] {
  const { form, help, helpNo = "", choices = [] } = flag;
  return writtenFlags(flag).map((word) => {
    const isNo = form === "either" && word === `--no-${flagText(flag.name)}`;
    return { word, help: isNo ? helpNo : help, value: valueOf(flag), choices };
  });
}

function valueOf({ form, choices, takes, value = "" }: VerbFlag): FlagSuggestion["value"] {
  if (form === "on" || form === "off" || form === "either") return "none";
  if (choices !== undefined) return "choices";
  return takes !== "seed" && pathValues.has(value) ? "path" : "free";
}
