/** A piece of an input that is repeated at its place. */
export interface Pump {
  readonly start: number;
  readonly end: number;
  readonly piece: string | Uint8Array;
}

/** So many places are tried; what is repeated already comes first. */
const pumpsMax = 24;
const pieceLengthMax = 3;

/** The pieces of an input that are worth repeating: those that stand there twice, then the rest. */
export function pumpsOf(input: string | Uint8Array): readonly Pump[] {
  const repeated: Pump[] = [];
  const others: Pump[] = [];
  const known = new Set<string>();
  for (let size = 1; size <= pieceLengthMax; size += 1) {
    for (let start = 0; start + size <= Math.min(input.length, placesMax); start += 1) {
      const piece = input.slice(start, start + size);
      const isTwice = sameAt(input, piece, start + size);
      const key = `${String(piece)}/${isTwice}`;
      if (known.has(key)) continue;
      known.add(key);
      (isTwice ? repeated : others).push({ start, end: start + size, piece });
    }
  }
  return [...repeated, ...others].slice(0, pumpsMax);
}

/** The input with the piece repeated at its place, to a length of at least so much. */
export function pumped(
  input: string | Uint8Array,
  { start, end, piece }: Pump,
  length: number,
): string | Uint8Array {
  const times = Math.max(1, Math.ceil(length / piece.length));
  if (typeof input === "string") {
    return input.slice(0, start) + String(piece).repeat(times) + input.slice(end);
  }
  const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
  const repeatedTo = start + times * bytes.length;
  const made = new Uint8Array(repeatedTo + input.length - end);
  made.set(input.subarray(0, start));
  for (let at = start; at < repeatedTo; at += 1) {
    made[at] = bytes[(at - start) % bytes.length] ?? 0;
  }
  made.set(input.subarray(end), repeatedTo);
  return made;
}

// --- inside ---

const placesMax = 256;

function sameAt(input: string | Uint8Array, piece: string | Uint8Array, at: number): boolean {
  return String(input.slice(at, at + piece.length)) === String(piece);
}
