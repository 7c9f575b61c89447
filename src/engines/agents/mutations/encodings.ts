/** Texts in other codes. Each takes any text; what is not well-formed is repaired first. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text, "utf8").toString("base64"),
  base32: (text) => base32(Buffer.from(text, "utf8")),
  hex: (text) => Buffer.from(text, "utf8").toString("hex"),
  url: (text) => encodeURIComponent(wellFormed(text)),
  rot13: (text) => text.replace(/[a-z]/gi, rotated),
  morse: (text) => Array.from(text.toLowerCase(), (sign) => morse.get(sign) ?? sign).join(" "),
  binary: (text) =>
    Array.from(Buffer.from(text, "utf8"), (byte) => byte.toString(2).padStart(8, "0")).join(" "),
  reversed: (text) => Array.from(wellFormed(text)).toReversed().join(""),
  "unicode-escapes": (text) =>
    Array.from(
      { length: text.length },
      (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  "html-entities": (text) =>
    Array.from(wellFormed(text), (sign) => `&#${sign.codePointAt(0) ?? 0};`).join(""),
};

/** Letters as numbers that look like them. */
export function leet(text: string): string {
  return text.replace(/[aeiost]/gi, (letter) => leetDigits.get(letter.toLowerCase()) ?? letter);
}

/** Text as the invisible tag characters of Unicode; only ASCII has them. */
export function tagged(text: string): string {
  return Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code >= 0x20 && code < 0x7f ? String.fromCodePoint(0xe_0000 + code) : "";
  }).join("");
}

/** A text in which no half of a surrogate pair stands alone. */
export function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

// --- inside ---

const leetDigits: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" }),
);

const morseSigns =
  "a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. " +
  "s... t- u..- v...- w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... " +
  "7--... 8---.. 9----.";
const morse: ReadonlyMap<string, string> = new Map([
  [" ", "/"],
  ...morseSigns.split(" ").map((sign) => [sign.charAt(0), sign.slice(1)] as const),
]);

function rotated(letter: string): string {
  const first = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

function base32(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let text = "";
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    count += 8;
    for (; count >= 5; count -= 5) text += alphabet.charAt((bits >>> (count - 5)) & 31);
  }
  if (count > 0) text += alphabet.charAt((bits << (5 - count)) & 31);
  return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
}
