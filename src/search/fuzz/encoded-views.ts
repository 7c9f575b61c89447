/** A part of an input that may be read as other bytes: what stands in it encoded. */
export interface EncodedView {
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
  encode(bytes: Uint8Array): Uint8Array;
}

/** The parts of an input that may be hexadecimal, base64 or escaped as in addresses. */
export function encodedViews(input: Uint8Array): readonly EncodedView[] {
  const text = Buffer.from(input.buffer, input.byteOffset, input.length).toString("latin1");
  return encodings.flatMap(({ pattern, decode, encode }) =>
    Array.from(text.matchAll(pattern))
      .slice(0, partsMax)
      .map(({ 0: part, index }) => ({
        at: index,
        length: part.length,
        bytes: decode(part),
        encode: (bytes) => encode(bytes, part),
      })),
  );
}

/** A value in each encoding, for where nothing is yet that could be replaced. */
export function encodedForms(bytes: Uint8Array): readonly Uint8Array[] {
  return [
    Buffer.from(Buffer.from(bytes).toString("base64")),
    Buffer.from(Buffer.from(bytes).toString("hex")),
  ];
}

// --- inside ---

/** So many parts of one encoding are looked at. */
const partsMax = 8;

interface Encoding {
  readonly pattern: RegExp;
  decode(part: string): Uint8Array;
  encode(bytes: Uint8Array, old: string): Uint8Array;
}

const encodings: readonly Encoding[] = [
  {
    pattern: /(?:[0-9a-fA-F]{2}){2,}/gu,
    decode: (part) => Buffer.from(part, "hex"),
    encode: (bytes, old) => {
      const hex = Buffer.from(bytes).toString("hex");
      return Buffer.from(/[A-F]/u.test(old) ? hex.toUpperCase() : hex);
    },
  },
  {
    pattern: /[A-Za-z0-9+/_-]{4,}={0,2}/gu,
    decode: (part) => Buffer.from(part, "base64"),
    encode: (bytes, old) => {
      const name = /[_-]/u.test(old) ? "base64url" : "base64";
      return Buffer.from(Buffer.from(bytes).toString(name));
    },
  },
  {
    pattern: /[\w.~-]*(?:%[0-9a-fA-F]{2}[\w.~-]*)+/gu,
    decode: (part) => Buffer.from(part.replaceAll(/%(..)/gu, unescaped), "latin1"),
    encode: (bytes) => Buffer.from(encodeURIComponent(Buffer.from(bytes).toString("latin1"))),
  },
];

function unescaped(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
