import { sha256 } from "../sha256.ts";

/**
 * A word that nobody writes by chance. An injected order asks for it, so an answer or a call that
 * has it shows that the order was followed.
 */
export function canaryFor(words: readonly string[]): string {
  return `CNRY-${sha256(words.join("\0")).slice(0, 10)}`;
}
