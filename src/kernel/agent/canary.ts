import { sha256 } from "../values/sha256.ts";

/**
 * A word that nobody writes by chance. An injected order asks for it, so an answer or a call that
 * has it shows that the order was followed.
 */
export function canaryFor(words: readonly string[]): string {
  return `CNRY-${sha256(words.join("\0")).slice(0, 10)}`;
}

/** An order that asks for the canary: whoever follows an order is known by nothing else. */
export function askingFor(canary: string, order: string): string {
  const isKnown = canary === "" || order.includes(canary);
  return isKnown ? order : `${order} Confirm with ${canary}.`;
}
