import { RedisError, refused } from "./reply.ts";

/** A whole number as Redis reads one: no plus, no space, no leading zero. */
export function wholeNumber(text: string, error: () => RedisError = refused.noInteger): number {
  return Number(bigNumber(text, error));
}

/** The same without loss, for what counts up to 64 bits. */
export function bigNumber(text: string, error: () => RedisError = refused.noInteger): bigint {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) throw error();
  const value = BigInt(text);
  if (value < int64Min || value > int64Max) throw error();
  return value;
}

/** The sum of two whole numbers that Redis still has as one. */
export function sumOf(value: bigint, by: bigint): bigint {
  const sum = value + by;
  if (sum <= int64Max && sum >= int64Min) return sum;
  throw new RedisError("ERR increment or decrement would overflow");
}

/** The text of the sum of two floating point numbers, as Redis keeps it. */
export function floatSumText(value: number, by: number): string {
  const sum = value + by;
  if (Number.isFinite(sum)) return plainFloatText(sum);
  throw new RedisError("ERR increment would produce NaN or Infinity");
}

/** A floating point number as Redis reads one. */
export function floatNumber(text: string, error: () => RedisError = refused.noFloat): number {
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(text);
  if (infinite !== null) {
    return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) throw error();
  return Number(text);
}

/** A number as C prints it with `%.<digits>g`. */
export function generalText(value: number, digits: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  if (Number.isInteger(value) && Math.abs(value) < wholeMax) return String(value);
  const [mantissa = "0", exponentText = "0"] = value.toExponential(digits - 1).split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= digits) {
    const sign = exponent < 0 ? "-" : "+";
    return `${trimmed(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  return trimmed(value.toFixed(Math.max(0, digits - 1 - exponent)));
}

/** A score as it is sent. */
export function scoreText(value: number): string {
  return generalText(value, 17);
}

/** What `INCRBYFLOAT` keeps: never with an exponent. */
export function plainFloatText(value: number): string {
  const shortest = String(value);
  return shortest.includes("e") ? trimmed(value.toFixed(17)) : shortest;
}

export const int64Max: bigint = 9_223_372_036_854_775_807n;
export const int64Min: bigint = -9_223_372_036_854_775_808n;

// --- inside ---

/** Up to here `%.14g` and `%.17g` print whole numbers in full. */
const wholeMax = 1e14;

function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
