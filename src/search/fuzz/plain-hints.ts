import type { InputHint } from "./input-hint.ts";
import { numberForms } from "./number-forms.ts";

/** The bytes of a number in each form that has it. */
export function binaryForms(value: number): readonly Uint8Array[] {
  if (!Number.isInteger(value)) {
    return fractions.flatMap((form) => form.write(value) ?? []);
  }
  return wholes.flatMap((form) => form.write(value) ?? []);
}

/** A number that was compared, and what with. */
export interface NumberRelation {
  readonly from: number | undefined;
  readonly to: number;
  /** Where the last change was. */
  readonly near?: number | undefined;
  /** What may be added to what is wanted: an order is decided next to it. */
  readonly beside: readonly number[];
}

/** A number where another one stands, as far as can be seen from one input. */
export function* numberHints(
  input: Uint8Array,
  { from, to, near = 0, beside }: NumberRelation,
): Generator<InputHint> {
  // Nothing was there to be compared: what was wanted may have to follow.
  if (from === undefined || Number.isNaN(from)) {
    for (const piece of [...binaryForms(to), encoder.encode(String(to))]) {
      yield { at: input.length, length: 0, piece };
    }
    return;
  }
  for (const wanted of beside.map((by) => to + by)) {
    for (const form of Number.isInteger(from) ? wholes : fractions) {
      const [old, piece] = [form.write(from), form.write(wanted)];
      if (old !== undefined && piece !== undefined) yield* places(input, { old, piece, near });
    }
    const [old, piece] = [encoder.encode(String(from)), encoder.encode(String(wanted))];
    yield* places(input, { old, piece, near });
  }
  yield* otherLength(input, from, to);
  yield* madeUpFor(input, to - from);
}

// --- inside ---

const encoder = new TextEncoder();

const wholes = numberForms.filter(({ name }) => /^u(?:8|16|24|32)/u.test(name));
const fractions = numberForms.filter(({ name }) => name.startsWith("f"));

/** A value that stands in an input more often than this is tried at the nearest places only. */
const placesMax = 4;

function* places(
  input: Uint8Array,
  {
    old,
    piece,
    near,
  }: { readonly old: Uint8Array; readonly piece: Uint8Array; readonly near: number },
): Generator<InputHint> {
  const text = Buffer.from(input.buffer, input.byteOffset, input.length);
  const found: number[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) {
    if (found.push(at) >= placesMax * placesMax) break;
  }
  found.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  for (const at of found.slice(0, placesMax)) yield { at, length: old.length, piece };
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

/** Where an operand was computed from many bytes, one that makes up for the difference. */
function* madeUpFor(input: Uint8Array, gap: number): Generator<InputHint> {
  if (!Number.isInteger(gap) || Math.abs(gap) > 255) return;
  for (let at = 0; at < Math.min(input.length, movedMax); at++) {
    for (const value of [(input[at] ?? 0) + gap, (input[at] ?? 0) - gap]) {
      if (value >= 0 && value <= 255) yield { at, length: 1, piece: Uint8Array.of(value) };
    }
  }
}

const movedMax = 24;
