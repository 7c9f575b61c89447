import { readFile, stat } from "node:fs/promises";
import { codeFrame, lineColumn } from "./code-frame.ts";
import { ConfigError, type FileNoun } from "../../kernel/errors/config-error.ts";

/** The text of a config file, with its path as the user should see it. */
export interface ConfigText {
  /** The absolute path. */
  readonly file: string;
  /** The path in messages, relative to where the user stands. */
  readonly shown: string;
  readonly text: string;
}

/** The largest config file that is read. */
export const configBytesMax: number = 1024 * 1024; // a config of this size is a mistake in the path

/** Reads a config file as UTF-8, or says what keeps it from being text. */
export async function readConfigText(
  place: { file: string; shown: string },
  noun: FileNoun = "config",
  bytesMax: number = configBytesMax,
): Promise<ConfigText> {
  const bytes = await readBytes(place, noun, bytesMax);
  const text = decode(bytes, place.shown, noun);
  const nul = text.indexOf("\0");
  if (nul !== -1) {
    const { line, column } = lineColumn(text, nul);
    throw new ConfigError([
      {
        code: "C003",
        what: `the ${noun} file holds a NUL byte, so it is not text`,
        where: `${place.shown}:${line}:${column}`,
        frame: codeFrame(text, { start: nul, end: nul + 1 }),
        help: "save the file as UTF-8",
      },
    ]);
  }
  return { ...place, text };
}

// --- inside ---

async function readBytes(
  { file, shown }: { file: string; shown: string },
  noun: FileNoun,
  bytesMax: number,
): Promise<Buffer> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) throw refused(shown, "is not a file", noun);
    if (stats.size > bytesMax) throw tooLarge(shown, [stats.size, bytesMax], noun);
    const bytes = await readFile(file);
    if (bytes.length > bytesMax) throw tooLarge(shown, [bytes.length, bytesMax], noun);
    return bytes;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw refused(shown, "does not exist", noun);
    throw refused(shown, `cannot be read (${code ?? String(error)})`, noun);
  }
}

function refused(shown: string, because: string, noun: FileNoun): ConfigError {
  return new ConfigError([
    { code: "C001", what: `the ${noun} file \`${shown}\` ${because}`, where: shown },
  ]);
}

function tooLarge(
  shown: string,
  counts: readonly [size: number, limit: number],
  noun: FileNoun,
): ConfigError {
  const [size, limit] = counts.map((count) => count.toLocaleString("en-US"));
  return new ConfigError([
    {
      code: "C003",
      what: `the ${noun} file is ${size} bytes long, and the limit is ${limit}`,
      where: shown,
      note: `a ${noun} is a page or two; this path may name another file`,
    },
  ]);
}

function decode(bytes: Buffer, shown: string, noun: FileNoun): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const before = new TextDecoder("utf-8").decode(bytes.subarray(0, firstBadByte(bytes)));
    const { line, column } = lineColumn(before, before.length);
    throw new ConfigError([
      {
        code: "C003",
        what: `the ${noun} file is not UTF-8 text`,
        where: `${shown}:${line}:${column}`,
        help: "save the file as UTF-8",
      },
    ]);
  }
}

// With `stream`, a cut character at the end is accepted, so "this prefix is good" is monotone.
function firstBadByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = good + Math.ceil((bad - good) / 2);
    if (isGoodPrefix(bytes.subarray(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function isGoodPrefix(prefix: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(prefix, { stream: true });
    return true;
  } catch {
    return false;
  }
}
