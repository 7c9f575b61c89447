import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallExample } from "../../kernel/subject/call-plan.ts";
import { documentedNode } from "./doc-throws.ts";
import { literalArguments } from "./find-examples.ts";

/** The calls of `@example` blocks, by the name under which the file exports what is called. */
export function documentedExamples(
  declarations: readonly TS.Node[],
  { names, isNew }: { readonly names: readonly string[]; readonly isNew: boolean },
): CallExample[] {
  const found: CallExample[] = [];
  for (const declared of declarations) {
    for (const tag of ts.getJSDocTags(documentedNode(declared))) {
      if (tag.tagName.text !== "example") continue;
      const code = codeOf(ts.getTextOfJSDocComment(tag.comment) ?? "");
      found.push(...callsIn(code, names, isNew));
    }
  }
  return found;
}

// --- inside ---

/** The text of an example without the fence and the caption around it. */
function codeOf(text: string): string {
  const fenced = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  return fenced.length > 0 ? fenced.join("\n") : text.replace(/<caption>[\s\S]*?<\/caption>/, "");
}

function callsIn(code: string, names: readonly string[], isNew: boolean): CallExample[] {
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true);
  const found: CallExample[] = [];
  const visit = (node: TS.Node): void => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    const isSuch = isCall && ts.isNewExpression(node) === isNew;
    if (isSuch && names.includes(node.expression.getText(file).replaceAll(/\s/g, ""))) {
      const args = literalArguments(node, undefined);
      if (args !== undefined) found.push({ args, source: "doc" });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
