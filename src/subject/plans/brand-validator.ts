import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/**
 * Whether a function beside the declaration of a brand gives out its values only after a check: a
 * type guard, an assertion, a function that may throw or give nothing.
 */
export function isValidated(brand: TS.Type, project: ProjectProgram): boolean {
  const declared = brand.aliasSymbol?.declarations?.[0];
  const file = declared?.getSourceFile();
  if (file === undefined || !isProjectCode(file, project)) return false;
  let isFound = false;
  const visit = (node: TS.Node): void => {
    if (isFound) return;
    if (ts.isFunctionLike(node) && checks(node, brand, project)) isFound = true;
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return isFound;
}

// --- inside ---

function checks(
  node: TS.SignatureDeclaration,
  brand: TS.Type,
  { checker }: ProjectProgram,
): boolean {
  const signature = checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return false;
  if (checker.getTypePredicateOfSignature(signature)?.type === brand) return true;
  const returned = checker.getReturnTypeOfSignature(signature);
  if (returned === brand) return holdsThrow(node);
  return returned.isUnion() && returned.types.includes(brand);
}

function holdsThrow(node: TS.Node): boolean {
  return ts.isThrowStatement(node) || ts.forEachChild(node, holdsThrow) === true;
}
