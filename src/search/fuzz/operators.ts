import type { Generator } from "../../kernel/decisions/generator.ts";
import type { InputBuffer } from "./input-buffer.ts";

/** What changes of an input are made with. */
export interface OperatorParts {
  readonly generator: Generator;
  /** A piece of a dictionary, of the source or of what was compared, if there is any. */
  readonly somePiece: () => Uint8Array | undefined;
  /** What is changed, changed as JSON, where it is that. */
  readonly someJson: () => Uint8Array | undefined;
  /** A single byte that the code looks for, if there is any. */
  readonly someSmall: () => number | undefined;
  /** Another input that reached something. */
  readonly other: () => Uint8Array | undefined;
}

/** One way to change an input in place. */
export type Operator = (input: InputBuffer, parts: OperatorParts) => void;

/** The ways to change an input, by the names under which their results are counted. */
export const operators: Readonly<Record<string, Operator>> = {
  flip: (input, { generator }) => {
    if (input.length === 0) return;
    const at = generator.integer(0, input.length - 1);
    input.bytes[at] = (input.bytes[at] ?? 0) ^ (1 << generator.integer(0, 7));
  },
  byte: (input, { generator }) => {
    if (input.length === 0) return;
    input.bytes[generator.integer(0, input.length - 1)] = generator.next() >>> 24;
  },
  character: (input, { generator }) => {
    if (input.length === 0) return;
    input.bytes[generator.integer(0, input.length - 1)] = generator.integer(0x20, 0x7e);
  },
  known: (input, { generator }) => {
    if (input.length === 0) return;
    const value = knownBytes[generator.integer(0, knownBytes.length - 1)] ?? 0;
    input.bytes[generator.integer(0, input.length - 1)] = value;
  },
  near: (input, { generator }) => {
    if (input.length === 0) return;
    const at = generator.integer(0, input.length - 1);
    const by = generator.integer(1, 16);
    input.bytes[at] = (input.bytes[at] ?? 0) + (generator.integer(0, 1) === 0 ? by : -by);
  },
  word: changeWord,
  drop: (input, { generator }) => {
    const part = somePart(input, generator);
    if (part !== undefined) input.remove(part.at, part.length);
  },
  repeat: (input, { generator }) => {
    const part = somePart(input, generator);
    if (part === undefined) return;
    const piece = input.bytes.slice(part.at, part.at + part.length);
    insert(input, generator.integer(0, input.length), piece);
  },
  fill: (input, { generator }) => {
    const piece = new Uint8Array(2 ** generator.integer(0, 6));
    const isCopied = input.length > 0 && generator.integer(0, 1) === 0;
    piece.fill(isCopied ? (input.bytes[input.length - 1] ?? 0) : generator.next() >>> 24);
    insert(input, generator.integer(0, input.length), piece);
  },
  insert: (input, { generator, somePiece }) => {
    const piece = somePiece();
    if (piece !== undefined) insert(input, generator.integer(0, input.length), piece);
    else insert(input, generator.integer(0, input.length), [generator.integer(0x20, 0x7e)]);
  },
  small: (input, { generator, someSmall }) => {
    const byte = someSmall();
    if (byte !== undefined) insert(input, someEnd(input, generator), [byte]);
  },
  smallOver: (input, { generator, someSmall }) => {
    const byte = someSmall();
    if (byte === undefined || input.length === 0) return;
    input.bytes[generator.integer(0, input.length - 1)] = byte;
  },
  overwrite: (input, { generator, somePiece }) => {
    const piece = somePiece();
    if (piece === undefined || piece.length > input.length) return;
    const at = generator.integer(0, input.length - piece.length);
    input.replace({ at, length: piece.length }, piece);
  },
  splice: (input, { generator, other }) => {
    const from = other();
    if (from === undefined || from.length === 0) return;
    const at = generator.integer(0, from.length - 1);
    const length = generator.integer(1, from.length - at);
    insert(input, generator.integer(0, input.length), from.subarray(at, at + length));
  },
  cross: (input, { generator, other }) => {
    const from = other();
    if (from === undefined || from.length === 0) return;
    const at = generator.integer(0, input.length);
    input.length = at;
    const start = Math.min(generator.integer(0, from.length - 1), at);
    input.insert(at, from.subarray(start, start + Math.max(0, input.limit - at)));
  },
  tokenDrop: (input, { generator }) => {
    const token = someToken(input, generator);
    if (token !== undefined) input.remove(token.at, token.length);
  },
  tokenCopy: (input, { generator }) => {
    const [from, to] = [someToken(input, generator), someToken(input, generator)];
    if (from === undefined || to === undefined) return;
    const piece = input.bytes.slice(from.at, from.at + from.length);
    if (generator.integer(0, 1) === 0) insert(input, to.at, piece);
    else if (input.length - to.length + piece.length <= input.limit) input.replace(to, piece);
  },
  tokenSwap: (input, { generator, somePiece }) => {
    const token = someToken(input, generator);
    const piece = somePiece();
    if (token === undefined || piece === undefined) return;
    if (input.length - token.length + piece.length <= input.limit) input.replace(token, piece);
  },
  nest: (input, { generator }) => {
    const token = someToken(input, generator);
    const pair = pairs[generator.integer(0, pairs.length - 1)];
    if (token === undefined || pair === undefined || input.length + 2 > input.limit) return;
    insert(input, token.at + token.length, [pair[1]]);
    insert(input, token.at, [pair[0]]);
  },
  number: changeDecimal,
  json: (input, { someJson }) => {
    const made = someJson();
    if (made !== undefined && made.length <= input.limit) input.take(made);
  },
};

// --- inside ---

const knownBytes = [0, 1, 0x7f, 0x80, 0xff, 0x20, 0x0a, 0x0d, 0x22, 0x27, 0x30, 0x2d, 0x5c, 0x2e];

/** What structured text is nested in. */
const pairs: readonly (readonly [number, number])[] = [
  [0x5b, 0x5d],
  [0x7b, 0x7d],
  [0x28, 0x29],
  [0x22, 0x22],
  [0x27, 0x27],
  [0x3c, 0x3e],
];

const knownWords = [0, 1, 16, 100, 255, 256, 1000, 1024, 4096, 0x7fff, 0xffff, 0x7fff_ffff, -1, -2];

function insert(input: InputBuffer, at: number, piece: ArrayLike<number>): void {
  if (input.length + piece.length <= input.limit) input.insert(at, piece);
}

/** Any place, and as often the end: what is read goes on there. */
function someEnd({ length }: InputBuffer, generator: Generator): number {
  return generator.integer(0, 1) === 0 ? length : generator.integer(0, length);
}

interface Part {
  readonly at: number;
  readonly length: number;
}

/** Mostly short: of a long input little has to go for something to change. */
function somePart(input: InputBuffer, generator: Generator): Part | undefined {
  if (input.length === 0) return undefined;
  const at = generator.integer(0, input.length - 1);
  const most = Math.min(input.length - at, 2 ** generator.integer(0, 7));
  return { at, length: generator.integer(1, most) };
}

/** The word, number, run of blanks or single sign at some place. */
function someToken({ bytes, length }: InputBuffer, generator: Generator): Part | undefined {
  if (length === 0) return undefined;
  const at = generator.integer(0, length - 1);
  const kind = kinds[bytes[at] ?? 0];
  if (kind === 0) return { at, length: 1 };
  let start = at;
  while (start > 0 && kinds[bytes[start - 1] ?? 0] === kind) start -= 1;
  let end = at + 1;
  while (end < length && kinds[bytes[end] ?? 0] === kind) end += 1;
  return { at: start, length: end - start };
}

/** What bytes belong together: 1 letters and digits, 2 blanks; every other one stands alone. */
const kinds: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (/[\w.+-]/u.test(String.fromCharCode(byte)) || byte >= 0x80) return 1;
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) ? 2 : 0;
});

function changeWord(input: InputBuffer, { generator }: OperatorParts): void {
  const size = generator.integer(0, 1) === 0 ? 2 : 4;
  if (input.length < size) return;
  const at = generator.integer(0, input.length - size);
  const isLittle = generator.integer(0, 1) === 0;
  const view = new DataView(input.bytes.buffer, input.bytes.byteOffset);
  const old = size === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
  const isKnown = generator.integer(0, 1) === 0;
  const by = generator.integer(-16, 16);
  const word = isKnown ? (knownWords[generator.integer(0, knownWords.length - 1)] ?? 0) : old + by;
  if (size === 2) view.setUint16(at, word, isLittle);
  else view.setUint32(at, word, isLittle);
}

/** Changes a number that is written in digits. */
function changeDecimal(input: InputBuffer, { generator }: OperatorParts): void {
  const from = generator.integer(0, Math.max(0, input.length - 1));
  let start = from;
  while (start < input.length && !isDigit(input.bytes[start] ?? 0)) start += 1;
  let end = start;
  while (end < input.length && end - start < digitsMax && isDigit(input.bytes[end] ?? 0)) end += 1;
  if (end === start) return;
  const old = Number(String.fromCharCode(...input.bytes.subarray(start, end)));
  const text = newDecimal(old, generator);
  if (input.length + text.length > input.limit) return;
  const piece = Uint8Array.from(text, (character) => character.charCodeAt(0));
  input.replace({ at: start, length: end - start }, piece);
}

function newDecimal(old: number, generator: Generator): string {
  switch (generator.integer(0, 4)) {
    case 0:
      return String(old + 1);
    case 1:
      return String(Math.max(0, old - 1));
    case 2:
      return String(old * 2);
    case 3:
      return String(generator.integer(0, 0xffff));
    default:
      return decimals[generator.integer(0, decimals.length - 1)] ?? "0";
  }
}

const digitsMax = 15;

const decimals = ["0", "-1", "1e999", "0.1", "9007199254740993", "4294967296", "2147483648", "00"];

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
