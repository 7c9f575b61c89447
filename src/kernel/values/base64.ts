const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values = new Map(Array.from(alphabet, (character, value) => [character, value]));

/** Bytes as base64url without padding. */
export function base64FromBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const group = (first << 16) | (second << 8) | third;
    const digits = [group >>> 18, (group >>> 12) & 63, (group >>> 6) & 63, group & 63];
    const taken = Math.min(bytes.length - at, 3) + 1;
    for (const digit of digits.slice(0, taken)) parts.push(alphabet.charAt(digit));
  }
  return parts.join("");
}

/** The bytes of base64url text, or undefined where it is none or not written the one right way. */
export function bytesFromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitsCount = 0;
  let length = 0;
  for (const character of text) {
    const value = values.get(character);
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xfff;
    bitsCount += 6;
    if (bitsCount < 8) continue;
    bitsCount -= 8;
    bytes[length] = bits >>> bitsCount;
    length += 1;
  }
  // Bits that are left over must be zero, or two texts would mean the same bytes.
  return (bits & ((1 << bitsCount) - 1)) === 0 ? bytes : undefined;
}
