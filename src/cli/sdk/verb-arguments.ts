import { flagsOf, type VerbFlag } from "../verb-flags.ts";
import { type CommandTable, flagText, isVerb } from "../verb-spec.ts";
import { GauntletUsageError } from "./sdk-errors.ts";

/** The words of a command line for a call of a verb: its words and, last, its options. */
export function verbArguments(
  verb: string,
  given: readonly unknown[],
  { table, config }: { readonly table: CommandTable; readonly config: string | undefined },
): readonly string[] {
  const spec = table.verbs[verb];
  if (spec === undefined || !isVerb(spec)) throw new Error(`there is no verb \`${verb}\``);
  const { words, options } = split(verb, given);
  const place = spec.isBare === true ? [] : ["--json"];
  if (config !== undefined && spec.isBare !== true) place.push(`--config=${config}`);
  const offered = flagsOf(spec, table).filter((flag) => isOffered(flag));
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const known = offered.find((flag) => flag.name === name);
    if (known === undefined) throw unknownOption(verb, name, offered);
    return value === undefined ? [] : flagWords(known, value);
  });
  // A file may have a name that looks like a flag.
  const end = words.some((word) => word.startsWith("-")) ? ["--"] : [];
  return [...verb.split(" "), ...place, ...flags, ...end, ...words];
}

// --- inside ---

/** Flags about the terminal are of no use to programs, or are set above. */
function isOffered({ isOfTerminal, isHidden }: VerbFlag): boolean {
  return isOfTerminal !== true && !isHidden;
}

function split(
  verb: string,
  given: readonly unknown[],
): { readonly words: readonly string[]; readonly options: object } {
  const last = given.at(-1);
  const hasOptions = typeof last === "object" && last !== null && !Array.isArray(last);
  const words = (hasOptions ? given.slice(0, -1) : given).flat().flatMap((word) => {
    if (word === undefined) return [];
    if (typeof word === "string") return [word];
    throw new GauntletUsageError({
      code: "D002",
      what: `a word of \`${verb}\` must be text, got \`${typeof word}\``,
      where: verb,
      help: `${verb.replaceAll(" ", ".")}(…words, options)`,
    });
  });
  return { words, options: hasOptions ? last : {} };
}

function flagWords({ name, form }: VerbFlag, value: unknown): readonly string[] {
  const flag = flagText(name);
  switch (form) {
    case "on":
      return asBoolean(name, value) ? [`--${flag}`] : [];
    case "off":
      return asBoolean(name, value) ? [] : [`--no-${flag}`];
    case "either":
      return [asBoolean(name, value) ? `--${flag}` : `--no-${flag}`];
    case "value":
      return [`--${flag}=${asText(name, value)}`];
    case "list":
      return [`--${flag}=${asTexts(name, value).join(",")}`];
    case "values":
      return asTexts(name, value).map((text) => `--${flag}=${text}`);
  }
}

function asBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw wrongValue(name, value, "true or false");
}

function asText(name: string, value: unknown): string {
  if (name === "seed") return seedText(value);
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw wrongValue(name, value, "text or a number");
}

function asTexts(name: string, value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => asText(name, one));
}

/** Seeds come back exactly as they were given, so one that would not is refused. */
function seedText(value: unknown): string {
  if (typeof value === "string" && value === value.trim()) return value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return String(value);
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  throw new GauntletUsageError({
    code: "D001",
    what: `this seed would not come back as it was given: ${shown}`,
    where: "seed",
    note: "a number is exact from 0 to 2^53 - 1; a text has no blanks at its ends",
    help: 'write a larger number as text: `seed: "18446744073709551615"`',
  });
}

function wrongValue(name: string, value: unknown, allowed: string): GauntletUsageError {
  return new GauntletUsageError({
    code: "D002",
    what: `\`${name}\` must be ${allowed}, got \`${typeof value}\``,
    where: name,
    help: `leave \`${name}\` out, or give ${allowed}`,
  });
}

function unknownOption(
  verb: string,
  name: string,
  offered: readonly VerbFlag[],
): GauntletUsageError {
  const names = offered.map((flag) => flag.name).join(", ");
  return new GauntletUsageError({
    code: "D002",
    what: `\`${verb}\` has no option \`${name}\``,
    where: verb,
    help: names === "" ? "it has no options" : `it has ${names}`,
  });
}
