/** n! */
export function factorial(n: number): number {
  return n === 0 ? 1 : n * factorial(n - 1);
}

/** In how many ways a grid can be crossed from corner to corner. */
export function gridPaths(rows: number, columns: number): number {
  if (rows <= 1 || columns <= 1) return 1;
  return gridPaths(rows - 1, columns) + gridPaths(rows, columns - 1);
}

/** A number with the digits of an alphabet. */
export function encodeNumber(value: number, alphabet: string): string {
  let text = "";
  let rest = Math.floor(Math.abs(value));
  while (rest > 0) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text || alphabet[0] || "0";
}

/** The sum of 1 to n, the way it is taught. */
export function sumTo(n: number): number {
  return n >= 1 ? n + sumTo(n - 1) : 0;
}

/** `1.5 KiB` */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  if (!Number.isFinite(bytes) || bytes < 1024) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power]}`;
}

export function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/**
 * The number in Roman digits.
 *
 * @throws {RangeError} for what the Romans could not write
 */
export function toRoman(value: number): string {
  const digits: [number, string][] = [
    [1000, "M"],
    [900, "CM"],
    [500, "D"],
    [400, "CD"],
    [100, "C"],
    [90, "XC"],
    [50, "L"],
    [40, "XL"],
    [10, "X"],
    [9, "IX"],
    [5, "V"],
    [4, "IV"],
    [1, "I"],
  ];
  let rest = checked(value);
  let text = "";
  for (const [worth, digit] of digits) {
    while (rest >= worth) {
      text += digit;
      rest -= worth;
    }
  }
  return text;
}

/** Whole cents as a bigint. */
export function toCents(text: string): bigint {
  return BigInt(text) * 100n;
}

/** The greatest common divisor. */
export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(Math.trunc(a)), Math.abs(Math.trunc(b))];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** Whether a number has no divisors. */
export function isPrime(n: number): boolean {
  if (!Number.isInteger(n) || n < 2) return false;
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return true;
}

function checked(value: number): number {
  const isWritable = Number.isInteger(value) && value > 0 && value < 4000;
  if (!isWritable) throw new RangeError(`${value} has no Roman digits`);
  return value;
}
