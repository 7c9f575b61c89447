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

// --- inside ---

// The zero-width joiner stays: without it, one family of emoji falls apart into five.
const hostile = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu;

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
