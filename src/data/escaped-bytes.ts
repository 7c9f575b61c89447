/**
 * Bytes as text that shows everything: line ends and what is not UTF-8 as escapes, all else as it
 * is, quotes too. At most so many characters; what is left out is told by its size.
 */
export function escapedBytes(bytes: Uint8Array, lengthMax = 88): string {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const size = characterSize(bytes, at);
    const next =
      size === 0 ? hexOf(bytes[at] ?? 0) : escaped(decode(bytes.subarray(at, at + size)));
    if (text.length + next.length > lengthMax) break;
    text += next;
    at += Math.max(1, size);
  }
  const left = bytes.length - at;
  if (left === 0) return `"${text}"`;
  return `"${text}…" and ${left.toLocaleString("en-US")} ${left === 1 ? "byte" : "bytes"} more`;
}

// --- inside ---

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

const names = new Map([
  ["\n", String.raw`\n`],
  ["\r", String.raw`\r`],
  ["\t", String.raw`\t`],
  ["\\", String.raw`\\`],
]);

function escaped(character: string): string {
  const name = names.get(character);
  if (name !== undefined) return name;
  const code = character.codePointAt(0) ?? 0;
  // What a terminal would act on, or would not show.
  const isHidden = /[\p{C}\p{Z}]/u.test(character) && character !== " ";
  return isHidden ? `\\u{${code.toString(16)}}` : character;
}

function hexOf(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** How many bytes the character has that begins here; 0 where none does. */
function characterSize(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  try {
    const character = strict.decode(bytes.subarray(at, at + size));
    return Array.from(character).length === 1 ? size : 0;
  } catch {
    return 0;
  }
}
