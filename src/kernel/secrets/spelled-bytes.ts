import type { ReadText } from "../secrets/unescaped.ts";

/**
 * A text with lists of bytes read as the characters they are: in hex `<Buffer 68 75 6e …>`,
 * `68:75:6e` and `0x68, 0x75`, as numbers `[104, 117, 110]` and `{"0":104,"1":117}`. Undefined
 * where there is none.
 */
export function spelledBytes(read: ReadText, base: 10 | 16): ReadText | undefined {
  const { list, byte } = base === 16 ? hex : numbers;
  const found = [...read.text.matchAll(list)];
  if (found.length === 0) return undefined;
  const reading = new Reading(read);
  for (const match of found) {
    reading.keep(match.index);
    for (const one of match[0].matchAll(byte)) {
      const code = Number.parseInt(one[1] ?? "", base);
      const start = match.index + one.index;
      reading.take(String.fromCharCode(code), { start, end: start + one[0].length });
    }
    reading.at = match.index + match[0].length;
  }
  return reading.done();
}

/** A text whose lines are put together, as what a mailer or a screen broke; undefined for one. */
export function joinedLines(read: ReadText, between: "" | " "): ReadText | undefined {
  const breaks = [...read.text.matchAll(/(?<![^\S\n])[^\S\n]*\n\s*(?:\| )?/g)];
  if (breaks.length === 0) return undefined;
  const reading = new Reading(read);
  for (const { index, 0: broken } of breaks) {
    reading.keep(index);
    const end = index + broken.length;
    reading.take(between, { start: index, end });
    reading.at = end;
  }
  return reading.done();
}

// --- inside ---

/** No secret is shorter; what is cut says so with three dots. */
const hexList = listOf(String.raw`(?:0x)?[0-9a-f]{2}`, String.raw`(?:[ :-]|,\s*)`);
const numberList = listOf(String.raw`(?:["']\d+["']: ?)?\d{1,3}`, String.raw`\s*,\s*`);
const hex = { list: hexList, byte: /(?:0x)?([0-9a-f]{2})/gi };
const numbers = { list: numberList, byte: /(?:["']\d+["']: ?)?(\d{1,3})/g };

/** The dots after a list that was cut are looked for right after its last byte. */
function listOf(byte: string, between: string): RegExp {
  const cut = String.raw`(?:,?\s*(?=\.{3}))?`;
  return new RegExp(String.raw`(?<![\w.])${byte}(?:${between}${byte}){5,}(?![\w])${cut}`, "gi");
}

/** What was read so far, and where each part of it stood. */
class Reading {
  readonly #read: ReadText;
  readonly #parts: Part[] = [];
  #plain = "";
  /** How far the text was read. */
  at = 0;

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** Takes what stands before a place as it is. */
  keep(until: number): void {
    if (until === this.at) return;
    this.#parts.push({ from: this.#plain.length, start: this.at, end: until, isKept: true });
    this.#plain += this.#read.text.slice(this.at, until);
    this.at = until;
  }

  /** Takes a character, or none, for what stands at a place. */
  take(character: string, { start, end }: Pick<Part, "start" | "end">): void {
    if (character === "") return;
    this.#parts.push({ from: this.#plain.length, start, end, isKept: false });
    this.#plain += character;
  }

  done(): ReadText {
    const { length } = this.#read.text;
    this.keep(length);
    return {
      text: this.#plain,
      startOf: (at) => {
        const { from, start, isKept } = this.#partAt(at);
        return this.#read.startOf(isKept ? start + at - from : start);
      },
      endOf: (at) => {
        const { from, start, end, isKept } = this.#partAt(at - 1);
        return this.#read.startOf(isKept ? start + at - from : end);
      },
    };
  }

  #partAt(at: number): Part {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#parts[middle]?.from ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return this.#parts[low] ?? { from: 0, start: 0, end: 0, isKept: true };
  }
}

/** From which character on something was read, and between which places it stood. */
interface Part {
  readonly from: number;
  readonly start: number;
  readonly end: number;
  /** As it stood, character by character. */
  readonly isKept: boolean;
}
