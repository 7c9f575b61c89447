import type { NumberShape } from "../../kernel/values/shape.ts";

/** Which numbers a text means, where it has one meaning: `between 0 and 1`, `an integer`. */
export function numbersSaid(text: string): Omit<NumberShape, "kind"> | undefined {
  const isInteger = /\b(?:integer|whole number)s?\b/iu.test(text) && !/\bnon-?integer/iu.test(text);
  const range = rangeSaid(text) ?? boundSaid(text, isInteger);
  if (range === undefined && !isInteger) return undefined;
  return { ...(isInteger ? { isInteger } : {}), ...range };
}

/** `between 0 and 1`, `from 1 to 12`, `in the range [0, 100]`: both ends belong to it. */
export function rangeSaid(
  text: string,
): { readonly min: number; readonly max: number } | undefined {
  if (/\bexclusive\b|\(\s*exclud|\bstrictly\b|\bless than\b|\bgreater than\b/iu.test(text)) {
    return undefined;
  }
  const found = patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  const [, low, high] = found ?? [];
  if (low === undefined || high === undefined || Number(low) >= Number(high)) return undefined;
  return { min: Number(low), max: Number(high) };
}

/** `at least 2`, `>= 0`, `negative`, `less than 10`: which numbers are within one end. */
export function boundSaid(
  text: string,
  isInteger: boolean,
): { readonly min?: number; readonly max?: number } | undefined {
  if (/\bnon-?negative\b|\bnot (?:be )?negative\b|\bpositive or zero\b/iu.test(text)) {
    return { min: 0 };
  }
  const [, least] = atLeast.exec(text) ?? [];
  if (least !== undefined) return { min: Number(least) };
  const [, most] = atMost.exec(text) ?? [];
  if (most !== undefined) return { max: Number(most) };
  if (/\b(?:a|any|strictly|be) positive\b|^positive\b/iu.test(text) && !/\bor\b/iu.test(text)) {
    return { min: isInteger ? 1 : smallestPositive };
  }
  return undefined;
}

// --- inside ---

/** What is nearer to 0 is as positive, and nobody who writes `positive` thinks of it. */
const smallestPositive = 1e-6;

const number = String.raw`(-?\d+(?:\.\d+)?)(?!\d|\.\d|[\w%])`;

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`\bbetween ${number} and ${number}`, "iu"),
  new RegExp(String.raw`\b(?:from|range:?|in) ${number} (?:to|through) ${number}`, "iu"),
  new RegExp(String.raw`\[\s*${number}\s*,\s*${number}\s*\]`, "u"),
  new RegExp(String.raw`\(${number}\s*(?:-|–|to|\.\.)\s*${number}\)`, "u"),
];

const atLeast = new RegExp(String.raw`(?:\bat least|>=|≥|\bminimum(?: of| is)?) ${number}`, "iu");
const atMost = new RegExp(String.raw`(?:\bat most|<=|≤|\bmaximum(?: of| is)?) ${number}`, "iu");
