/** The files in which users write fuzz tests; other fuzzers use this ending too. */
export const fuzzEnding: RegExp = /\.fuzz\.[cm]?[jt]sx?$/u;

/** Whether a file makes a fuzz test, with the function of that name from our package. */
export function makesFuzz(text: string): boolean {
  return /\bfuzz\b[^;]*from\s*["']gauntlet["']/u.test(text) && /\bfuzz\s*\(/u.test(text);
}
