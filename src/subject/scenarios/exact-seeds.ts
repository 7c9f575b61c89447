import { parseSeed } from "../../kernel/decisions/seed.ts";
import type { ConfigNode } from "../../config/syntax/config-node.ts";

/**
 * The file with each `seed` that no number holds as the text of its digits. Seeds of fozzy have 64
 * bits, and two of them must not fall together. Other numbers of that size are refused: what is
 * counted or compared would not be what the file says.
 */
export function withExactSeeds(node: ConfigNode, text: string): ConfigNode {
  if (node.kind === "scalar") return node;
  if (node.kind === "list") {
    return { ...node, items: node.items.map((item) => withExactSeeds(item, text)) };
  }
  const entries = new Map(node.entries);
  for (const [key, { keySpan, value }] of node.entries) {
    if (key === "seed") entries.set(key, { keySpan, value: exactSeed(value, text) });
    // Any other field holds no steps: a `seed` in there is data.
    if (!blockKeys.has(key)) continue;
    entries.set(key, { keySpan, value: withExactSeeds(value, text) });
  }
  return { ...node, entries };
}

// --- inside ---

const blockKeys = new Set(["steps", "branches"]);

function exactSeed(node: ConfigNode, text: string): ConfigNode {
  if (node.kind !== "scalar" || typeof node.value !== "number") return node;
  const written = text.slice(node.span.start, node.span.end);
  if (Number.isSafeInteger(node.value) || !digitsPattern.test(written)) return node;
  return { ...node, value: parseSeed(written) };
}

/** As many as a seed may have characters. */
const digitsPattern = /^\d{1,200}$/u;
