import { type CommandTable, type FlagSpec, flagText, type VerbSpec } from "./verb-spec.ts";

/** A flag as a verb has it. */
export interface VerbFlag extends FlagSpec {
  readonly name: string;
  /** Accepted, but not listed. */
  readonly isHidden: boolean;
}

/** The flags of a verb, its own first. */
export function flagsOf(verb: VerbSpec, { flags, groups }: CommandTable): readonly VerbFlag[] {
  const named = verb.groups.map((name) => known(groups, name, "group of flags"));
  const shown = new Set([...verb.flags, ...named.flatMap((group) => group.flags)]);
  const accepted = new Set(named.flatMap((group) => group.accepts ?? []));
  const as = (name: string, isHidden: boolean): VerbFlag => ({
    ...known(flags, name, "flag"),
    ...verb.changes?.[name],
    name,
    isHidden,
  });
  return [
    ...[...shown].map((name) => as(name, false)),
    ...[...accepted].filter((name) => !shown.has(name)).map((name) => as(name, true)),
  ];
}

/** A flag as it is written, each way that there is: `--strict` and `--no-strict`. */
export function writtenFlags({ name, form }: VerbFlag): readonly string[] {
  const text = flagText(name);
  if (form === "off") return [`--no-${text}`];
  return form === "either" ? [`--${text}`, `--no-${text}`] : [`--${text}`];
}

// --- inside ---

function known<T>(table: Readonly<Record<string, T>>, name: string, what: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`there is no ${what} \`${name}\``);
  return found;
}
