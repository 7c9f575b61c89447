/** A piece of an input that is repeated at its place, and what then follows. */
export interface Pump {
  /** So much of the input comes before. */
  readonly start: number;
  readonly piece: string | Uint8Array;
  readonly tail: string | Uint8Array;
}

/** So many are tried; what is repeated already comes first. */
const pumpsMax = 48;
const pieceLengthMax = 3;

/**
 * The pieces of an input that are worth repeating: those that stand there twice, then single ones,
 * then the rest. A pattern goes back where it fails, so that what follows a piece is also left out,
 * and is also something that hardly a pattern takes; then also what comes just before is left out.
 */
export function pumpsOf(input: string | Uint8Array): readonly Pump[] {
  const repeated: Pump[] = [];
  const single: Pump[] = [];
  const others: Pump[] = [];
  const known = new Set<string>();
  for (let size = 1; size <= pieceLengthMax; size += 1) {
    for (let start = 0; start + size <= Math.min(input.length, placesMax); start += 1) {
      const piece = input.slice(start, start + size);
      const isTwice = sameAt(input, piece, start + size);
      const key = `${String(piece)}/${isTwice}`;
      if (known.has(key)) continue;
      known.add(key);
      const pump = { start, piece, tail: input.slice(start + size) };
      if (isTwice) repeated.push(...cuttings(pump));
      else if (size === 1) single.push(...cuttings(pump));
      else others.push(pump);
    }
  }
  return [...repeated, ...single, ...others].slice(0, pumpsMax);
}

/** The input with the piece repeated at its place, to a length of at least so much. */
export function pumped(
  input: string | Uint8Array,
  { start, piece, tail }: Pump,
  length: number,
): string | Uint8Array {
  const times = Math.max(1, Math.ceil(length / piece.length));
  if (typeof input === "string") {
    return input.slice(0, start) + String(piece).repeat(times) + String(tail);
  }
  const [bytes, rest] = [bytesOf(piece), bytesOf(tail)];
  const repeatedTo = start + times * bytes.length;
  const made = new Uint8Array(repeatedTo + rest.length);
  made.set(input.subarray(0, start));
  for (let at = start; at < repeatedTo; at += 1) {
    made[at] = bytes[(at - start) % bytes.length] ?? 0;
  }
  made.set(rest, repeatedTo);
  return made;
}

// --- inside ---

const placesMax = 256;

/** No class of characters that patterns are written with holds both of these. */
const hardlyTaken = "\u0000\n";

/** A piece with all that is around it, and with less of that. */
function cuttings(pump: Pump): readonly Pump[] {
  const { start, tail } = pump;
  return [
    pump,
    ...(tail.length === 0 ? [] : [{ ...pump, tail: "" }]),
    { ...pump, tail: hardlyTaken },
    ...(start === 0 ? [] : [{ ...pump, start: start - 1, tail: hardlyTaken }]),
  ];
}

function bytesOf(piece: string | Uint8Array): Uint8Array {
  return typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
}

function sameAt(input: string | Uint8Array, piece: string | Uint8Array, at: number): boolean {
  return String(input.slice(at, at + piece.length)) === String(piece);
}
