import type TS from "typescript6";
import { conditionSaid } from "../laws/refusal-conditions.ts";
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

/** What documentation says is refused, in the words of laws: `throws RangeError when n is zero`. */
export function documentedRefusals(
  declarations: readonly TS.Node[],
): readonly { readonly name: string; readonly from: string }[] {
  return declarations.flatMap((declared) =>
    ts.getJSDocTags(documentedNode(declared)).flatMap((tag) => {
      if (!/^(?:throws|exception|throw)$/u.test(tag.tagName.text)) return [];
      const text = (ts.getTextOfJSDocComment(tag.comment) ?? "").replaceAll(/\s+/gu, " ").trim();
      const [, param = "", said = ""] = refusal.exec(text) ?? [];
      const condition = conditionSaid(said);
      const params = ts.isFunctionLike(declared) ? declared.parameters : [];
      if (condition === undefined || !params.some(({ name }) => name.getText() === param))
        return [];
      const [error = "*"] = namesOf(tag);
      const thrown = error === "*" ? "an error" : error;
      return [{ name: `throws ${thrown} when ${param} is ${condition}`, from: `@throws ${text}` }];
    }),
  );
}

// --- inside ---

/** `RangeError when the given \`n\` is negative`: the parameter, and what is said of it. */
const refusal = new RegExp(
  [
    String.raw`^(?:\{?@?(?:link )?[\w$.]*\}? ?)?\b(?:if|when)(?: the)?(?: (?:given|provided))?`,
    String.raw` ${"`"}?([\w$]+)${"`"}?(?: (?:argument|parameter|value))? (?:is|are|was) (.+)$`,
  ].join(""),
  "iu",
);

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
