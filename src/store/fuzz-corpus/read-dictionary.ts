import { type DictionaryEntry, parseDictionary } from "../../kernel/fuzz/dictionary.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { carefulRead } from "./careful-read.ts";

/**
 * Reads a dictionary file. As for AFL++, `words.dict@2` means the entries up to level 2; without a
 * level all are read, as libFuzzer does.
 */
export async function readDictionary(given: string): Promise<readonly DictionaryEntry[]> {
  const whole = await carefulRead(given, bytesMax);
  if (!("reason" in whole)) return parse(whole, given);
  const found = /^(.+)@(\d{1,6})$/su.exec(given);
  const [, file = given, level] = found ?? [];
  const bytes = found === null ? whole : await carefulRead(file, bytesMax);
  if ("reason" in bytes) {
    throw new GauntletError({
      code: "Z003",
      what: "the dictionary cannot be read",
      where: file,
      note: bytes.reason,
      help: 'name a text file of lines such as `name="value"`',
    });
  }
  return parse(bytes, file).filter((entry) => entry.level <= Number(level));
}

// --- inside ---

const bytesMax = 1 << 24;

function parse(bytes: Uint8Array, file: string): readonly DictionaryEntry[] {
  return parseDictionary(textOf(bytes, file), file);
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const line = lineOfBadByte(bytes);
    throw new GauntletError({
      code: "Z001",
      what: "the dictionary is not UTF-8 text",
      where: `${file}:${line}:1`,
      help: "write bytes that are no text as `\\xAB`",
    });
  }
}

/** The first line that is no text by itself: no character of UTF-8 holds a line break. */
function lineOfBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  for (let start = 0; start <= bytes.length; line += 1) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}
