/** What a printed command is made of. */
export interface CommandParts {
  /** Names of files, runs and the like; none of them is taken for a flag. */
  readonly words?: readonly string[];
  /** Flags with their values, in the order in which they are printed: `["--cwd", "my app"]`. */
  readonly flags?: readonly string[];
}

/** The prefix of every command that is printed. */
export const commandPrefix = "npx gauntlet";

/**
 * A command that can be pasted into any POSIX shell, whatever the names in it are: names come from
 * traces, file systems and users, and each of them stays one word that the shell does not read.
 */
export function gauntletCommand(verb: string, { words = [], flags = [] }: CommandParts): string {
  const named = words.map((word) => shellWord(word.startsWith("-") ? `./${word}` : word));
  return [commandPrefix, verb, ...named, ...flags.map(shellWord)].join(" ");
}

/** A printed command with more flags at its end. */
export function withFlags(command: string, flags: readonly string[]): string {
  return [command, ...flags.map(shellWord)].join(" ");
}

/** A text as one word of a POSIX shell that stands for exactly this text. */
export function shellWord(text: string): string {
  if (plainWord.test(text)) return text;
  if (!unprintable.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  // Shown raw they would drive the terminal, and a screen spells them out; `printf` brings them
  // back. Of line breaks at the very end the shell leaves none, so such a name is not found.
  const spelt = text.replaceAll(/[\\']|\P{ASCII}|\p{Cc}/gu, octal);
  return `"$(printf '%b' '${spelt}')"`;
}

// --- inside ---

/** A leading `#`, `~` or `=` means something to some shell. */
const plainWord = /^[\p{L}\p{N}_@%+:,./-][\p{L}\p{N}_@%+:,./#=-]*$/u;

/** As in reports: control characters, invisible and bidirectional marks, halves of a pair. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/u;

function octal(character: string): string {
  const bytes = utf8(character.codePointAt(0) ?? 0);
  return bytes.map((byte) => `\\0${byte.toString(8).padStart(3, "0")}`).join("");
}

/** The kernel knows no Node, and so no encoder. */
function utf8(code: number): readonly number[] {
  if (code < 0x80) return [code];
  const rest = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x8_00) return [0xc0 | (code >> 6), rest(0)];
  if (code < 0x1_00_00) return [0xe0 | (code >> 12), rest(6), rest(0)];
  return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)];
}
