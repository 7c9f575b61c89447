import { GauntletError } from "../errors/gauntlet-error.ts";
import { sha256 } from "../values/sha256.ts";

/** What a campaign starts from: text, or a whole number up to 2^53 - 1. It round-trips exactly. */
export type Seed = string | number;

const textLengthMax = 200;

/** Reads a seed as typed: a plain whole number is a number, all else (`0x5eed` too) is text. */
export function parseSeed(text: string): Seed {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > textLengthMax) {
    throw new GauntletError({
      code: "U004",
      what: `a seed has 1 to ${textLengthMax} characters, got ${trimmed.length}`,
      where: "--seed",
      help: "write `--seed 42` or `--seed any-word`",
    });
  }
  if (!/^\d+$/.test(trimmed)) return trimmed;
  const value = Number(trimmed);
  // A number that would come back changed stays text, so that two seeds never fall together.
  return Number.isSafeInteger(value) && String(value) === trimmed ? value : trimmed;
}

/** Shows a seed so that `parseSeed` gives it back. */
export function formatSeed(seed: Seed): string {
  return String(seed);
}

/** Four 32-bit words that start the generator of one run of a campaign. */
export interface SeedWords {
  readonly words: readonly [number, number, number, number];
}

/** Hashes a seed once; each run then mixes in its index. */
export function seedWords(seed: Seed): SeedWords {
  const hex = sha256(`${typeof seed}:${seed}`);
  const word = (index: number): number => Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16);
  return { words: [word(0), word(1), word(2), word(3)] };
}
