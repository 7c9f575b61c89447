import type { GateData } from "../guidance/guided-state.ts";
import type { ComparedOperands } from "./compared-operands.ts";
import type { InputBuffer } from "./input-buffer.ts";
import { numberForm, viewOf } from "./number-forms.ts";

/** What of an input has to follow whatever else of it is changed. */
export type Gate = GateData;

/** Writes what was computed in place of what was read, at the first gate that was not passed. */
export function mend(
  input: InputBuffer,
  operands: ComparedOperands,
  gates: readonly Gate[],
): boolean {
  for (const gate of gates) {
    for (const { left, right } of operands.at(gate.site)) {
      if (left === right) continue;
      const [read, computed] = gate.read === "left" ? [left, right] : [right, left];
      if (written(input, gate, { read, computed })) return true;
    }
  }
  return false;
}

/** The bytes of a value in a form, after how it was written before. */
export function formOf(
  { form, offset }: Pick<Gate, "form" | "offset">,
  value: unknown,
  old: Uint8Array,
): Uint8Array | undefined {
  if (form === "text") return typeof value === "string" ? encoder.encode(value) : bytesOf(value);
  if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
  const wanted = value - offset;
  if (form === "dec") return encoder.encode(String(wanted));
  if (form !== "hex") return numberForm(form)?.write(wanted);
  if (wanted < 0) return undefined;
  const text = wanted.toString(16).padStart(old.length, "0");
  return encoder.encode(
    old.some((byte) => byte >= 0x41 && byte <= 0x46) ? text.toUpperCase() : text,
  );
}

// --- inside ---

const encoder = new TextEncoder();

function bytesOf(value: unknown): Uint8Array | undefined {
  return value instanceof Uint8Array ? value : undefined;
}

function written(
  input: InputBuffer,
  gate: Gate,
  { read, computed }: { readonly read: unknown; readonly computed: unknown },
): boolean {
  for (const at of new Set([gate.at, input.length - gate.fromEnd])) {
    const length = at < 0 ? 0 : lengthAt(input, gate, { at, read });
    if (length === 0) continue;
    const piece = formOf(gate, computed, input.bytes.subarray(at, at + length));
    if (piece === undefined || input.length - length + piece.length > input.limit) continue;
    input.replace({ at, length }, piece);
    return true;
  }
  return false;
}

/** How many bytes at a place are what was read; none where something else stands there. */
function lengthAt(
  input: InputBuffer,
  { form, offset }: Gate,
  { at, read }: { readonly at: number; readonly read: unknown },
): number {
  const known = numberForm(form);
  if (known !== undefined) {
    if (typeof read !== "number" || at + known.size > input.length) return 0;
    const stands = known.read(viewOf(input.bytes), at);
    const size = 2 ** (8 * known.size);
    return (stands + offset - read) % size === 0 ? known.size : 0;
  }
  const text = typeof read === "string" ? encoder.encode(read) : bytesOf(read);
  if (form === "text") return text === undefined || !standsAt(input, at, text) ? 0 : text.length;
  return digitsAt(input, at, form === "hex" ? 16 : 10);
}

function standsAt(input: InputBuffer, at: number, piece: Uint8Array): boolean {
  if (at + piece.length > input.length) return false;
  return piece.every((byte, place) => input.bytes[at + place] === byte);
}

function digitsAt({ bytes, length }: InputBuffer, at: number, base: number): number {
  let end = at;
  while (end < length && !Number.isNaN(Number.parseInt(String.fromCharCode(bytes[end] ?? 0), base)))
    end += 1;
  return end - at;
}
