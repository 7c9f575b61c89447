/**
 * By how many percent, 0 to 30, an allocation is larger than what was asked for. It is the first
 * byte of the BLAKE3 hash of seed, ordinal and bytes, as fozzy takes it, so that scenarios of that
 * tool which count bytes to the last one run unchanged.
 */
export function fragmentationPercent(at: {
  /** Of 64 bits; text where no number holds it. */
  readonly seed: number | string;
  /** The number of the allocation, from 1. */
  readonly ordinal: number;
  readonly bytes: number;
}): number {
  const words = [at.seed, at.ordinal, at.bytes].flatMap((value) => {
    const long = BigInt(value);
    return [Number(long & 0xffff_ffffn), Number(long >> 32n)];
  });
  return (hashWord(words) & 0xff) % percentSteps;
}

// --- inside ---

const percentSteps = 31;

const start = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;
const order = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8] as const;
/** Which words of the state are mixed in a round: its columns, then its diagonals. */
const lanes = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const roundsCount = 7;
/** The block is the first, the last and the only one of its tree. */
const flags = 1 | 2 | 8;

/** The first word of the BLAKE3 hash of an input that fits into one block. */
function hashWord(input: readonly number[]): number {
  const state = new Uint32Array([...start, ...start.slice(0, 4), 0, 0, input.length * 4, flags]);
  let block = Uint32Array.from({ length: order.length }, (_, at) => input[at] ?? 0);
  for (let round = 0; round < roundsCount; round++) {
    for (const [at, lane] of lanes.entries()) {
      mix(state, lane, [block[2 * at] ?? 0, block[2 * at + 1] ?? 0]);
    }
    block = Uint32Array.from(order, (from) => block[from] ?? 0);
  }
  return ((state[0] ?? 0) ^ (state[8] ?? 0)) >>> 0;
}

type Lane = readonly [number, number, number, number];

function mix(state: Uint32Array, [a, b, c, d]: Lane, words: readonly [number, number]): void {
  const turns = [
    [16, 12],
    [8, 7],
  ] as const;
  for (const [half, [first, second]] of turns.entries()) {
    state[a] = (state[a] ?? 0) + (state[b] ?? 0) + (words[half] ?? 0);
    state[d] = turn((state[d] ?? 0) ^ (state[a] ?? 0), first);
    state[c] = (state[c] ?? 0) + (state[d] ?? 0);
    state[b] = turn((state[b] ?? 0) ^ (state[c] ?? 0), second);
  }
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
