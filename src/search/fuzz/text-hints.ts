import { encodedForms, encodedViews } from "./encoded-views.ts";
import type { InputHint } from "./input-hint.ts";

/** What stands in an input where a text or bytes were compared. */
export function bytesOfText(value: unknown): Uint8Array | undefined {
  if (typeof value === "string") return encoder.encode(value);
  if (typeof value === "bigint") return encoder.encode(String(value));
  return value instanceof Uint8Array ? value : undefined;
}

/**
 * Other bytes in the place of those that were compared: as they stand there, in another case, or
 * in an encoding. They must have stood there in every one of the inputs.
 */
export function* replacedText(
  inputs: readonly Uint8Array[],
  olds: readonly Uint8Array[],
  { piece, near = 0 }: { readonly piece: Uint8Array; readonly near?: number | undefined },
): Generator<InputHint> {
  const [input, old] = [inputs[0], olds[0]];
  if (input === undefined || old === undefined || old.length === 0) return;
  const places = placesOf(inputs, olds);
  places.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  for (const at of places.slice(0, placesMax))
    yield* placed(input, { at, length: old.length, piece });
  if (places.length === 0) yield* encoded(input, old, piece);
}

/** Bytes that were looked for where there was nothing: at either end, and after what separates. */
export function* missingText(
  input: Uint8Array,
  piece: Uint8Array,
  separators: readonly string[],
): Generator<InputHint> {
  const { length } = input;
  yield { at: 0, length, piece };
  yield { at: length, length: 0, piece };
  yield { at: 0, length: 0, piece };
  yield { at: 0, length: Math.min(piece.length, length), piece };
  for (const separator of separators) {
    for (let count = 1; count <= separatorsMax; count++) {
      const before = encoder.encode(separator.repeat(count));
      yield { at: length, length: 0, piece: Buffer.concat([before, piece]) };
    }
    yield { at: 0, length: 0, piece: Buffer.concat([piece, encoder.encode(separator)]) };
  }
  const forms = encodedForms(piece);
  for (const form of forms) {
    yield { at: 0, length, piece: form };
    yield { at: length, length: 0, piece: form };
  }
  for (const view of encodedViews(input)) {
    for (const form of [piece, ...forms]) {
      const encodedPiece = view.encode(Buffer.concat([view.bytes, form]));
      yield { at: view.at, length: view.length, piece: encodedPiece };
    }
  }
}

/**
 * The same change where a byte before it says how long what is changed is, or all that follows:
 * that byte is changed with it.
 */
export function* withLengths(
  input: Uint8Array,
  { at, length, piece }: InputHint,
): Generator<InputHint> {
  for (let place = at - 1; place >= Math.max(0, at - headMax); place--) {
    const said = input[place] ?? 0;
    const rest = input.length - place - 1;
    const isLength = said > 0 && (said === length || (said <= rest && said >= rest - restMax));
    const changed = said + piece.length - length;
    if (!isLength || changed < 0 || changed > 0xff) continue;
    const whole = new Uint8Array(at - place + piece.length);
    whole.set(input.subarray(place, at));
    whole[0] = changed;
    whole.set(piece, at - place);
    yield { at: place, length: at + length - place, piece: whole };
  }
}

// --- inside ---

const encoder = new TextEncoder();

/** What stands in an input more often than this is none that was read from one place. */
const placesMax = 6;
/** So many parts may be empty between what is there and what was missing. */
const separatorsMax = 3;
/** What stands before that of which the length is told: a header. */
const headMax = 16;
/** So many bytes may follow what a length counts: a checksum. */
const restMax = 4;

/** The change itself, and those that leave the rest of what stands there. */
function* placed(input: Uint8Array, hint: InputHint): Generator<InputHint> {
  const { at, length, piece } = hint;
  yield hint;
  if (piece.length === length) return;
  yield* withLengths(input, hint);
  yield { at, length: 0, piece };
  if (piece.length > length) return;
  yield { at, length: piece.length, piece };
  yield { at: at + length - piece.length, length: piece.length, piece };
}

function placesOf(inputs: readonly Uint8Array[], olds: readonly Uint8Array[]): number[] {
  const [input = nothing] = inputs;
  const isSampled = olds.length === inputs.length;
  for (const change of [asItIs, inLowerCase]) {
    const [text, old] = [change(input), change(olds[0] ?? nothing)];
    const places: number[] = [];
    for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) {
      const isThere = (other: Uint8Array, index: number): boolean =>
        change(inputs[index] ?? nothing).startsWith(change(other), at);
      if (!isSampled || olds.every(isThere)) places.push(at);
      if (places.length >= placesMax * placesMax) break;
    }
    if (places.length > 0) return places;
  }
  return [];
}

const nothing = new Uint8Array();

function asItIs(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function inLowerCase(bytes: Uint8Array): string {
  return asItIs(bytes).toLowerCase();
}

function* encoded(input: Uint8Array, old: Uint8Array, piece: Uint8Array): Generator<InputHint> {
  for (const view of encodedViews(input)) {
    const at = asItIs(view.bytes).indexOf(asItIs(old));
    if (at < 0) continue;
    const after = view.bytes.subarray(at + old.length);
    const bytes = Buffer.concat([view.bytes.subarray(0, at), piece, after]);
    yield { at: view.at, length: view.length, piece: view.encode(bytes) };
  }
}
