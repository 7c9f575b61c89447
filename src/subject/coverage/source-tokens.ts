import type { Node, Program } from "oxc-parser";
import { walkNodes } from "../loader/declared-names.ts";

/** What code compares its input with, as it stands in the source. */
export type SourceToken =
  | string
  | number
  | { readonly pattern: string; readonly flags: string }
  /** A property that is read or named: data that is read may have it. */
  | { readonly name: string };

/** The texts, numbers and regular expressions of a file that an input may well have to hold. */
export function sourceTokens(program: Program): readonly SourceToken[] {
  const tokens: SourceToken[] = [];
  const names = new Set<string>();
  for (const statement of program.body) {
    // What is imported from is no part of any input.
    if (/^(?:Import|ExportAll)/u.test(statement.type)) continue;
    for (const node of walkNodes(statement)) {
      if (tokens.length >= tokensMax) break;
      const name = propertyName(node);
      if (name !== undefined && names.size < namesMax) names.add(name);
      if (node.type === "TemplateElement") add(tokens, node.value.cooked ?? "");
      if (node.type !== "Literal") continue;
      if ("regex" in node) tokens.push(node.regex);
      else if (typeof node.value === "number") tokens.push(node.value);
      else if (typeof node.value === "string") add(tokens, node.value);
    }
  }
  return [...tokens, ...Array.from(names, (name) => ({ name }))];
}

// --- inside ---

/** So many names of properties of one file. */
const namesMax = 200;

/** A property that is read, taken out of a value, or stands in an object; not what is called. */
function propertyName(node: Node): string | undefined {
  if (node.type === "MemberExpression" && !node.computed) {
    return node.property.type === "Identifier" ? node.property.name : undefined;
  }
  if (node.type !== "Property" || node.computed) return undefined;
  return node.key.type === "Identifier" ? node.key.name : undefined;
}

/** So many of one file. */
const tokensMax = 1_000;
/** Longer texts are messages. */
const lengthMax = 64;

function add(tokens: SourceToken[], text: string): void {
  if (text !== "" && text.length <= lengthMax) tokens.push(text);
}
