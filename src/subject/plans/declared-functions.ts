import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** The names of what a project declares with a body. */
export interface DeclaredFunctions {
  /** Functions, methods and whatever holds one. */
  readonly functions: ReadonlySet<string>;
  readonly accessors: ReadonlySet<string>;
}

/**
 * Reads the names off the syntax. What is called by another name need not be looked up with the
 * checker, which would have to work out the types of everything around it.
 */
export function declaredFunctions(project: ProjectProgram): DeclaredFunctions {
  const before = known.get(project);
  if (before !== undefined) return before;
  const functions = new Set<string>();
  const accessors = new Set<string>();
  const visit = (node: TS.Node): void => {
    if (ts.isAccessor(node)) accessors.add(nameOf(node.name));
    else if (hasBody(node)) functions.add(nameOf(node.name));
    else if (ts.isExportSpecifier(node)) functions.add(nameOf(node.name));
    ts.forEachChild(node, visit);
  };
  for (const file of project.program.getSourceFiles()) {
    if (isProjectCode(file, project)) visit(file);
  }
  const found = { functions, accessors };
  known.set(project, found);
  return found;
}

// --- inside ---

const known = new WeakMap<ProjectProgram, DeclaredFunctions>();

type Named = TS.Node & { readonly name: TS.Node | undefined };

function hasBody(node: TS.Node): node is Named {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  if (ts.isClassLike(node)) return true;
  const isHolder =
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node);
  if (!isHolder || node.initializer === undefined) return ts.isShorthandPropertyAssignment(node);
  const { initializer } = node;
  return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer);
}

function nameOf(name: TS.Node | undefined): string {
  const isText =
    name !== undefined &&
    (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name));
  return isText ? name.text : "";
}
