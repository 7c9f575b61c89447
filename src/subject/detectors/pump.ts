/** A piece of an input that is repeated at its place, and what then follows. */
export interface Pump {
  readonly start: number;
  readonly piece: string | Uint8Array;
  readonly tail: string | Uint8Array;
}

/** So many are tried; what is repeated already comes first. */
const pumpsMax = 36;
const pieceLengthMax = 3;

/**
 * The pieces of an input that are worth repeating: those that stand there twice, then single ones,
 * then the rest. A pattern goes back where it fails, so that what follows a piece is also left out,
 * and is also something that hardly a pattern takes.
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
      const rest = input.slice(start + size);
      const [plain, ...cut] = tailsOf(rest).map((tail) => ({ start, piece, tail }));
      if (plain === undefined) continue;
      if (isTwice) repeated.push(plain, ...cut);
      else if (size === 1) single.push(plain, ...cut);
      else others.push(plain);
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
  const bytes = bytesOf(piece);
  const parts = [input.slice(0, start), ...Array.from({ length: times }, () => bytes)];
  return new Uint8Array(Buffer.concat([...parts, bytesOf(tail)]));
}

// --- inside ---

const placesMax = 256;

/** No class of characters that patterns are written with holds both of these. */
const hardlyTaken = "\u0000\n";

function tailsOf(rest: string | Uint8Array): readonly (string | Uint8Array)[] {
  return rest.length === 0 ? [rest, hardlyTaken] : [rest, "", hardlyTaken];
}

function bytesOf(piece: string | Uint8Array): Uint8Array {
  return typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
}

function sameAt(input: string | Uint8Array, piece: string | Uint8Array, at: number): boolean {
  return String(input.slice(at, at + piece.length)) === String(piece);
}
