import { GauntletError } from "../errors/gauntlet-error.ts";
import { bytesFromHex } from "../values/bytes.ts";

/** A piece that inputs are likely to hold. */
export interface DictionaryEntry {
  readonly bytes: Uint8Array;
  /** What the entry is called in the file, if it has a name. */
  readonly name: string | undefined;
  /** How deep one must want to look to use it: `name@2="…"`; 0 where nothing is said. */
  readonly level: number;
}

/** No entry is longer; whole inputs belong into a corpus. */
export const entryLengthMax = 4_096;

/** A dictionary has at most so many entries. */
export const entriesMax = 65_536;

/**
 * Reads a dictionary as libFuzzer and AFL++ write it: one `name="value"` or `"value"` a line, `#`
 * begins a comment line, and values know `\\`, `\"` and `\xAB`. A mistake is told with its place.
 */
export function parseDictionary(text: string, file: string): readonly DictionaryEntry[] {
  const entries: DictionaryEntry[] = [];
  for (const [index, whole] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const line = whole.replace(/\r$/, "");
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const place = { file, line, number: index + 1 };
    if (entries.length >= entriesMax) throw tooMany(place);
    entries.push(parseEntry(place));
  }
  return entries;
}

/** Writes entries so that libFuzzer and AFL++ read the same bytes back. */
export function dictionaryText(entries: readonly Partial<DictionaryEntry>[]): string {
  return entries
    .map(({ name = "", level = 0, bytes = new Uint8Array() }) => {
      // AFL++ ends a name at the first character that is neither letter, digit nor underscore.
      const word = name.replaceAll(/\W/g, "_");
      const key = level > 0 ? `${word === "" ? "entry" : word}@${level}` : word;
      return `${key === "" ? "" : `${key}=`}"${escaped(bytes)}"\n`;
    })
    .join("");
}

// --- inside ---

interface LinePlace {
  readonly file: string;
  readonly line: string;
  readonly number: number;
}

const encoder = new TextEncoder();

function parseEntry(place: LinePlace): DictionaryEntry {
  const { line } = place;
  const open = line.indexOf('"');
  const end = line.trimEnd().length - 1;
  if (open < 0) throw mistake(place, startOf(line), "the value is not in double quotes");
  if (line[end] !== '"' || end === open || isEscapedAt(line, end, open)) {
    throw mistake(place, end, "the value has no closing quote");
  }
  if (end === open + 1) throw mistake(place, open, "the value is empty");
  const head = parseHead(place, open);
  const bytes = parseValue(place, open + 1, end);
  if (bytes.length > entryLengthMax) {
    const what = `the value has ${bytes.length} bytes; at most ${entryLengthMax} are allowed`;
    throw mistake(place, open, what, "put whole inputs into a folder of seeds");
  }
  return { bytes, ...head };
}

/** The name, the level and the `=`; other tools let the `=` be surrounded by spaces. */
function parseHead(place: LinePlace, open: number): Pick<DictionaryEntry, "name" | "level"> {
  const head = place.line.slice(0, open).trim();
  if (head === "") return { name: undefined, level: 0 };
  const found = /^([^=@]*?)(?:@([^=]*?))?\s*=$/u.exec(head);
  if (found === null) {
    throw mistake(place, startOf(place.line), "there is no `=` between the name and the value");
  }
  const [, name = "", level] = found;
  if (level !== undefined && !/^\d{1,6}$/.test(level)) {
    const at = place.line.indexOf("@") + 1;
    throw mistake(place, at, "the level after `@` is not a whole number");
  }
  return { name: name === "" ? undefined : name, level: Number(level ?? 0) };
}

function parseValue(place: LinePlace, start: number, end: number): Uint8Array {
  const { line } = place;
  const bytes: number[] = [];
  let at = start;
  while (at < end) {
    const code = line.codePointAt(at) ?? 0;
    if (code === backslash) {
      const { byte, length } = parseEscape(place, at, end);
      bytes.push(byte);
      at += length;
    } else {
      if (code < 0x20 || code === 0x7f) {
        const hex = code.toString(16).padStart(2, "0");
        const what = "the value holds a control character";
        throw mistake(place, at, what, `write it as \`\\x${hex}\``);
      }
      const character = String.fromCodePoint(code);
      for (const byte of encoder.encode(character)) bytes.push(byte);
      at += character.length;
    }
  }
  return Uint8Array.from(bytes);
}

const backslash = 0x5c;

function parseEscape(
  place: LinePlace,
  at: number,
  end: number,
): { readonly byte: number; readonly length: number } {
  const next = place.line[at + 1] ?? "";
  if (next === "\\" || next === '"') return { byte: next.charCodeAt(0), length: 2 };
  if (next === "x") {
    const hex = place.line.slice(at + 2, Math.min(at + 4, end)).toLowerCase();
    const byte = hex.length === 2 ? bytesFromHex(hex)?.[0] : undefined;
    if (byte !== undefined) return { byte, length: 4 };
    throw mistake(place, at, "`\\x` is not followed by two hexadecimal digits");
  }
  throw mistake(
    place,
    at,
    `unknown escape \`\\${next}\``,
    'values know `\\\\`, `\\"` and `\\xAB`; a line break is `\\x0a`',
  );
}

/** Whether the quote belongs to the value: an odd number of backslashes is before it. */
function isEscapedAt(line: string, at: number, open: number): boolean {
  let count = 0;
  while (at - 1 - count > open && line[at - 1 - count] === "\\") count += 1;
  return count % 2 === 1;
}

function startOf(line: string): number {
  return line.length - line.trimStart().length;
}

function mistake(place: LinePlace, at: number, what: string, help = lineHelp): GauntletError {
  return new GauntletError({
    code: "Z001",
    what,
    where: `${place.file}:${place.number}:${at + 1}`,
    frame: frameOf(place, at),
    help,
  });
}

const lineHelp = 'write `name="value"`, one a line, e.g. `magic="\\x7fELF"`';

/** The line around the mistake, with a caret below it; control characters would move the caret. */
function frameOf({ line, number }: LinePlace, at: number): readonly string[] {
  const from = Math.max(0, at - shownBefore);
  const shown = line.slice(from, from + shownMax).replaceAll(/[\p{C}\p{Z}]/gu, " ");
  const label = String(number);
  return [`${label} | ${shown}`, `${" ".repeat(label.length)} | ${" ".repeat(at - from)}^`];
}

const shownBefore = 40;
const shownMax = 80;

function tooMany({ file, number }: LinePlace): GauntletError {
  return new GauntletError({
    code: "Z001",
    what: `the dictionary has more than ${entriesMax} entries`,
    where: `${file}:${number}`,
    help: "split it, or leave out what is seldom used",
  });
}

function escaped(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    if (byte === backslash || byte === 0x22) text += `\\${String.fromCharCode(byte)}`;
    else if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte);
    else text += `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return text;
}
