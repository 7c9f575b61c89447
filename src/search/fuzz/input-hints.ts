import type { Compared } from "../../subject/coverage/index.ts";

/** A change of an input after which a comparison of the code may come out otherwise. */
export interface InputHint {
  readonly at: number;
  /** How many bytes are replaced. */
  readonly length: number;
  readonly piece: Uint8Array;
}

/**
 * Changes of an input that would have made comparisons come out otherwise: where one operand stands
 * in the input, in whatever form, the other one in its place. What was compared last comes first.
 */
export function inputHints(input: Uint8Array, compared: readonly Compared[]): readonly InputHint[] {
  const found = new Map<string, InputHint>();
  for (const changes of [exactChanges, movedChanges]) {
    for (const [left, right] of compared.toReversed()) {
      if (left === right) continue;
      for (const hint of changes(input, left, right)) {
        found.set(`${hint.at} ${hint.length} ${hint.piece.join()}`, hint);
        if (found.size >= hintsMax) return [...found.values()];
      }
    }
  }
  return [...found.values()];
}

/** The bytes in which a value of a comparison, or of the source, may stand in an input. */
export function formsOf(value: unknown): readonly Uint8Array[] {
  if (typeof value === "string") return value === "" ? [] : [utf8(value)];
  if (typeof value === "bigint") return [utf8(String(value))];
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return [...binaryForms(value).map(({ bytes }) => bytes), utf8(String(value))];
}

// --- inside ---

/** So many changes of one input are tried. */
const hintsMax = 512;
/** A value that stands in an input more often than this is none that was read from there. */
const placesMax = 24;

const encoder = new TextEncoder();

function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

type Changes = (input: Uint8Array, left: unknown, right: unknown) => Generator<InputHint>;

const exactChanges: Changes = function* exactChanges(input, left, right) {
  yield* replaced(input, left, right);
  if (left !== undefined) yield* replaced(input, right, left);
};

/** One operand where the other one stands. */
function* replaced(input: Uint8Array, from: unknown, to: unknown): Generator<InputHint> {
  if (typeof to === "number" && (typeof from === "number" || from === undefined)) {
    yield* replacedNumber(input, from, to);
  } else if (typeof to === "string") yield* replacedText(input, from, to);
  else if (typeof to === "bigint" && typeof from === "bigint") {
    yield* places(input, utf8(String(from)), utf8(String(to)));
  }
}

function* replacedNumber(
  input: Uint8Array,
  from: number | undefined,
  to: number,
): Generator<InputHint> {
  // Nothing was there to be compared: what was wanted may have to follow.
  if (from === undefined || Number.isNaN(from)) {
    if (isByte(to)) yield { at: input.length, length: 0, piece: Uint8Array.of(to) };
    return;
  }
  // An order is decided next to the other operand.
  for (const wanted of [to, to + 1, to - 1]) {
    yield* replacedBinary(input, from, wanted);
    yield* places(input, utf8(String(from)), utf8(String(wanted)));
    if (Number.isInteger(from) && from > 9) {
      yield* places(input, utf8(from.toString(16)), utf8(wanted.toString(16)));
    }
  }
  yield* otherLength(input, from, to);
}

function* replacedBinary(input: Uint8Array, from: number, to: number): Generator<InputHint> {
  const [old, made] = [binaryForms(from), binaryForms(to)];
  for (const { form, bytes } of old) {
    const piece = made.find((other) => other.form === form)?.bytes;
    if (piece !== undefined) yield* places(input, bytes, piece);
  }
}

/** The length of the input itself was compared, or that of most of it. */
function* otherLength(input: Uint8Array, from: number, to: number): Generator<InputHint> {
  if (!Number.isInteger(to) || to < 0 || to > lengthMax) return;
  const { length } = input;
  if (from > length || from < length - headMax) return;
  const wanted = length + to - from;
  if (wanted >= 0 && wanted < length) {
    yield { at: wanted, length: length - wanted, piece: new Uint8Array() };
  } else if (wanted > length) {
    const piece = new Uint8Array(wanted - length).fill(input[length - 1] ?? 0x61);
    yield { at: length, length: 0, piece };
  }
}

const lengthMax = 65_536;
/** What stands before that of which the length is compared: a header. */
const headMax = 16;

function* replacedText(input: Uint8Array, from: unknown, to: string): Generator<InputHint> {
  if (to === "") return;
  const piece = utf8(to);
  if (typeof from === "string" && from !== "") {
    yield* places(input, utf8(from), piece);
    // Bytes that were read as one character each.
    if (/[\u0080-\u00ff]/u.test(from)) yield* places(input, Buffer.from(from, "latin1"), piece);
    // Compared as lower or upper case, or without what stood around it.
    const other = from.toUpperCase() === from ? from.toLowerCase() : from.toUpperCase();
    if (other !== from) yield* places(input, utf8(other), piece);
    return;
  }
  if (from !== undefined && from !== "") return;
  yield { at: input.length, length: 0, piece };
  yield { at: 0, length: 0, piece };
  yield { at: 0, length: Math.min(piece.length, input.length), piece };
}

/** Where an operand was computed from many bytes, one that makes up for the difference. */
const movedChanges: Changes = function* movedChanges(input, left, right) {
  if (typeof left !== "number" || typeof right !== "number") return;
  const gap = right - left;
  if (!Number.isInteger(gap) || Math.abs(gap) > 255) return;
  for (let at = 0; at < Math.min(input.length, placesMax); at++) {
    for (const value of [(input[at] ?? 0) + gap, (input[at] ?? 0) - gap]) {
      if (isByte(value)) yield { at, length: 1, piece: Uint8Array.of(value) };
    }
  }
};

function* places(input: Uint8Array, from: Uint8Array, piece: Uint8Array): Generator<InputHint> {
  const { length } = from;
  const inBuffer = Buffer.from(input.buffer, input.byteOffset, input.length);
  let at = inBuffer.indexOf(from);
  for (let count = 0; at >= 0 && count < placesMax; count++) {
    yield { at, length, piece };
    if (piece.length !== length) yield* withLengths(input, { at, length, piece });
    at = inBuffer.indexOf(from, at + 1);
  }
}

/**
 * The same change where a byte before it says how long what is changed is, or all that follows:
 * that byte is changed with it.
 */
function* withLengths(input: Uint8Array, { at, length, piece }: InputHint): Generator<InputHint> {
  for (let place = at - 1; place >= Math.max(0, at - headMax); place--) {
    const said = input[place] ?? 0;
    const rest = input.length - place - 1;
    const isLength = said > 0 && (said === length || (said <= rest && said >= rest - restMax));
    const changed = said + piece.length - length;
    if (!isLength || !isByte(changed)) continue;
    const whole = new Uint8Array(at - place + piece.length);
    whole.set(input.subarray(place, at));
    whole[0] = changed;
    whole.set(piece, at - place);
    yield { at: place, length: at + length - place, piece: whole };
  }
}

/** So many bytes may follow what a length counts: a checksum. */
const restMax = 4;

interface BinaryForm {
  readonly form: string;
  readonly bytes: Uint8Array;
}

/** A number in one, two and four bytes, in both orders, and as a double. */
function binaryForms(value: number): readonly BinaryForm[] {
  if (!Number.isInteger(value)) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return [
      { form: "f64be", bytes },
      { form: "f64le", bytes: bytes.toReversed() },
    ];
  }
  const forms: BinaryForm[] = [];
  if (value >= -0x80 && value <= 0xff) forms.push({ form: "u8", bytes: Uint8Array.of(value) });
  if (value >= -0x8000 && value <= 0xffff) forms.push(...wordForms(value, 2));
  if (value >= 0 && value <= 0xff_ffff) forms.push(...wordForms(value, 3));
  if (value >= -0x8000_0000 && value <= 0xffff_ffff) forms.push(...wordForms(value, 4));
  return forms;
}

function wordForms(value: number, size: number): readonly BinaryForm[] {
  const bytes = Uint8Array.from({ length: size }, (_, at) => value >> (8 * (size - 1 - at)));
  return [
    { form: `${size}be`, bytes },
    { form: `${size}le`, bytes: bytes.toReversed() },
  ];
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xff;
}
