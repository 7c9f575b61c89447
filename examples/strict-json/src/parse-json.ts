import { readNumber } from "./read-number.ts";
import { JsonError, type Reader } from "./reader.ts";
import { readText } from "./read-text.ts";

/** So deep may lists and objects lie in each other. */
const depthMax = 1_000;

/** Reads a JSON document by RFC 8259 and nothing else: no comments, no trailing commas. */
export function parseJson(text: string): unknown {
  const reader: Reader = { text, at: 0 };
  const value = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) throw new JsonError("something follows the document", reader);
  return value;
}

// --- inside ---

function readValue(reader: Reader, depth: number): unknown {
  if (depth > depthMax) throw new JsonError("nested too deep", reader);
  skipSpace(reader);
  switch (reader.text[reader.at]) {
    case "{":
      return readObject(reader, depth);
    case "[":
      return readList(reader, depth);
    case '"':
      return readText(reader);
    case "t":
      return readWord(reader, "true", true);
    case "f":
      return readWord(reader, "false", false);
    case "n":
      return readWord(reader, "null", null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader, depth: number): object {
  const object = {};
  reader.at += 1;
  skipSpace(reader);
  if (isNext(reader, "}")) return object;
  do {
    skipSpace(reader);
    if (reader.text[reader.at] !== '"') throw new JsonError("a key is missing", reader);
    const key = readText(reader);
    skipSpace(reader);
    if (!isNext(reader, ":")) throw new JsonError("a colon is missing", reader);
    const value = readValue(reader, depth + 1);
    // Defined, not assigned: `__proto__` is a key like any other.
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    skipSpace(reader);
  } while (isNext(reader, ","));
  if (!isNext(reader, "}")) throw new JsonError("an object does not end", reader);
  return object;
}

function readList(reader: Reader, depth: number): readonly unknown[] {
  const list: unknown[] = [];
  reader.at += 1;
  skipSpace(reader);
  if (isNext(reader, "]")) return list;
  do {
    list.push(readValue(reader, depth + 1));
    skipSpace(reader);
  } while (isNext(reader, ","));
  if (!isNext(reader, "]")) throw new JsonError("a list does not end", reader);
  return list;
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw new JsonError("unknown word", reader);
  reader.at += word.length;
  return value;
}

function skipSpace(reader: Reader): void {
  while (" \t\n\r".includes(reader.text[reader.at] ?? "end")) reader.at += 1;
}

/** Whether a character comes next; it is read then. */
function isNext(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}
