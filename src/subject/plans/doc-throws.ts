import type TS from "typescript6";
import { ts } from "./compiler.ts";

/** The error classes that documentation says are thrown; `*` where it names none. */
export function documentedThrows(declarations: readonly TS.Node[]): string[] {
  const names = new Set<string>();
  for (const declared of declarations) {
    for (const tag of ts.getJSDocTags(documentedNode(declared))) {
      if (!/^(?:throws|exception|throw)$/.test(tag.tagName.text)) continue;
      for (const name of namesOf(tag)) names.add(name);
    }
  }
  return [...names];
}

/** A function in a variable is documented at the variable. */
export function documentedNode(node: TS.Node): TS.Node {
  const { parent } = node;
  const isValue =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertyAssignment(parent);
  return isValue ? parent : node;
}

// --- inside ---

function namesOf(tag: TS.JSDocTag): string[] {
  const typed = "typeExpression" in tag ? (tag.typeExpression as TS.Node | undefined) : undefined;
  if (typed !== undefined) {
    const text = typed.getText().replaceAll(/[{}!?\s]/g, "");
    return text.split("|").filter((name) => name !== "");
  }
  const comment = ts.getTextOfJSDocComment(tag.comment)?.trim() ?? "";
  const first = /^\{?@?(?:link )?([A-Za-z_$][\w$.]*)/.exec(comment)?.[1];
  return first !== undefined && /(?:Error|Exception)$/.test(first) ? [first] : ["*"];
}
