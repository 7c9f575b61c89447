/** Stops on a broken assumption of our own, with the reason as text; it stays on in production. */
export function assert(condition: boolean, because: string): asserts condition {
  if (!condition) throw new Error(`this is a bug in gauntlet, not in your code: ${because}`);
}
