/** A text as it is read once its escapes are undone, and where each character of it stood. */
export interface ReadText {
  readonly text: string;
  /** Where the character at a place begins in the text that was read; one more than there are. */
  startOf(at: number): number;
  /** Where the character before a place ends, where it is not where the next one begins. */
  endOf?(at: number): number;
}

/** A text as it is. */
export function asWritten(text: string): ReadText {
  return { text, startOf: (at) => at };
}

/**
 * Undoes what addresses, JSON, programs and pages write for a character: `%2F`, `\u002f`, `\x2f`,
 * `\/`, `&#47;`, `&quot;`. Undefined where there is nothing of the kind.
 */
export function unescaped(read: ReadText): ReadText | undefined {
  const { text } = read;
  if (!escape.test(text)) return undefined;
  const starts: number[] = [];
  let plain = "";
  let at = 0;
  const take = (characters: string, from: number, each: number): void => {
    for (let index = 0; index < characters.length; index += 1) starts.push(from + index * each);
    plain += characters;
  };
  for (const match of text.matchAll(escapes)) {
    const characters = characterOf(match[0]);
    if (characters === undefined) continue;
    take(text.slice(at, match.index), at, 1);
    take(characters, match.index, 0);
    at = match.index + match[0].length;
  }
  if (at === 0) return undefined;
  take(text.slice(at), at, 1);
  starts.push(text.length);
  return { text: plain, startOf: (place) => read.startOf(starts[place] ?? text.length) };
}

// --- inside ---

const escape = /%[0-9A-Fa-f]{2}|\\|&#?\w/;

const escapes = new RegExp(
  [
    "%[0-9A-Fa-f]{2}",
    String.raw`\\(?:u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|x[0-9A-Fa-f]{2}|[^\sux\w]|[bfnrt])`,
    String.raw`&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp|lt|gt|quot|apos);`,
  ].join("|"),
  "g",
);

const named: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

function characterOf(written: string): string | undefined {
  if (written.startsWith("%")) return ofCode(written.slice(1), 16);
  if (written.startsWith("&#")) {
    const isHex = /^&#x/iu.test(written);
    return ofCode(written.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10);
  }
  if (written.startsWith("&")) return named[written];
  const kind = written.slice(1, 2);
  if (kind === "u" || kind === "x") return ofCode(written.replaceAll(/[\\ux{}]/g, ""), 16);
  return named[kind] ?? kind;
}

function ofCode(digits: string, base: number): string | undefined {
  const code = Number.parseInt(digits, base);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
