/** Empties the stock of random numbers that a package keeps, and lets it draw a new one. */
export type EmptyPool = () => void;

/**
 * Remembers a stock that lives as long as the process, once for each key. A run that happened to
 * use up the last of it would draw many numbers that no other run draws, and come out otherwise
 * alone.
 */
export function keepPool(key: string, empty: EmptyPool): void {
  pools.set(key, empty);
}

/** Lets every run begin with the same stocks; called before a run, while no world is active. */
export function refillPools(): void {
  if (pools.size === 0) return;
  const { random } = Math;
  try {
    // Not assigned: code may have frozen it, and then it is left alone.
    Reflect.set(Math, "random", sameNumbers());
    isRefilling = true;
    for (const empty of pools.values()) empty();
  } finally {
    isRefilling = false;
    Reflect.set(Math, "random", random);
  }
}

/**
 * Fills bytes for a stock that is being refilled: the first ones are all ones, the rest zeros, so
 * that whoever empties it can tell where it begins. False at any other time.
 */
export function fillForPool(bytes: Uint8Array): boolean {
  if (isRefilling) bytes.fill(0).fill(0xff, 0, firstBytes);
  return isRefilling;
}

// --- inside ---

const pools = new Map<string, EmptyPool>();
let isRefilling = false;
/** As many as a UUID takes. */
const firstBytes = 16;

/** Numbers that look like chance and are the same each time; xorshift. */
function sameNumbers(): () => number {
  let word = 0x9e37_79b9;
  return () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return (word >>> 0) / 2 ** 32;
  };
}
