/** A text longer than this is not for a screen; the rest is in the JSON document. */
const textLengthMax = 8_000;

/**
 * Text of the subject that cannot drive a terminal or hide from a reader: control characters,
 * escapes, line breaks, invisible and bidirectional marks, and halves of a surrogate pair are spelt
 * out, `\x1b`. Backslashes stay as they are: doubling them would spoil every Windows path.
 */
export function printable(text: string): string {
  return text.slice(0, textLengthMax).replaceAll(hostile, spelt);
}

/** Printable text in ASCII only; whatever has no ASCII form is spelt out. */
export function asciiPrintable(text: string): string {
  return printable(text)
    .replaceAll("…", "...")
    .replaceAll(/\P{ASCII}/gu, spelt);
}

/**
 * Whole output on its way to a screen: line breaks and our own colours stay, whatever else could
 * drive a terminal or hide from a reader is spelt out. Parts of it are made safe where they are
 * laid out; this is for what a file or a name brings past that.
 */
export function screenText(text: string): string {
  return text.replaceAll(hostileOnScreen, (found) => (isOwn(found) ? found : spelt(found)));
}

// --- inside ---

// The zero-width joiner stays: without it, one family of emoji falls apart into five.
const hostile = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu;

// The start of a progress line, and a colour as picocolors writes it.
// eslint-disable-next-line no-control-regex
const own = /^\r\u001B\[2K|\u001B\[\d{1,2}m/u;
const hostileOnScreen = new RegExp(`${own.source}|${hostile.source}`, "gu");

function isOwn(found: string): boolean {
  return found === "\n" || found === "\t" || found.length > 2;
}

const shortForms = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function spelt(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  const long = code > 0xff ? `\\u${hex.padStart(4, "0")}` : `\\x${hex.padStart(2, "0")}`;
  return shortForms.get(character) ?? long;
}
