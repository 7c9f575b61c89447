import type { Node } from "oxc-parser";
import { childNodes } from "../loader/declared-names.ts";
import type { SourceModule } from "./source-module.ts";

/** Short texts and numbers that a file has in its code, in their order, each once. */
export function literalsOf({ program }: SourceModule): readonly (string | number)[] {
  const found = new Set<string | number>();
  const pending: Node[] = [...program.body].toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (found.size >= literalsMax) break;
    // What is imported from is no value that anybody passes.
    if (/^(?:Import|ExportAll)/u.test(node.type)) continue;
    if (node.type === "Literal") {
      const { value } = node;
      if (typeof value === "number") found.add(value);
      if (typeof value === "string" && value.length <= lengthMax) found.add(value);
    }
    pending.push(...[...childNodes(node)].toReversed());
  }
  return [...found];
}

// --- inside ---

/** Longer texts are messages. */
const lengthMax = 40;
const literalsMax = 40;
