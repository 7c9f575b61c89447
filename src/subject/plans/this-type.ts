import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";

/**
 * What `this` must be in a function that is exported by itself and written to be a method: the
 * type that it declares, or that it is used without one. Undefined where it needs none.
 */
export function thisTypeOf(
  kind: CallPlan["kind"],
  nodes: readonly (TS.Node | undefined)[],
  checker: TS.TypeChecker,
): string | undefined {
  if (kind !== "function" && kind !== "static") return undefined;
  const functions = nodes.filter((node) => node !== undefined && ts.isFunctionLike(node));
  for (const node of functions) {
    const declared = node.parameters.find(({ name }) => name.getText() === "this");
    if (declared === undefined) continue;
    const type = checker.getTypeAtLocation(declared);
    const isNone = (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) !== 0;
    return isNone ? undefined : `a \`${checker.typeToString(type).slice(0, 80)}\``;
  }
  // A member of an object that was written down is called on that object.
  if (kind === "static") return undefined;
  return functions.some(isOnThis) ? "not declared" : undefined;
}

// --- inside ---

function isOnThis(node: TS.SignatureDeclaration): boolean {
  const isPlain = ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);
  return isPlain && node.body !== undefined && usesThis(node.body);
}

/** Arrow functions have the `this` around them, other functions and classes their own. */
function usesThis(node: TS.Node): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
  const hasOwn = ts.isClassLike(node) || (ts.isFunctionLike(node) && !ts.isArrowFunction(node));
  return !hasOwn && ts.forEachChild(node, usesThis) === true;
}
