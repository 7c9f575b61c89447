import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { declaredFunctions } from "./declared-functions.ts";
import { originalOf } from "./export-reference.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** Whether a call brings something in that its arguments do not hold: a file, an answer, a time. */
export function isOutsideCall(
  node: TS.CallExpression | TS.NewExpression,
  project: ProjectProgram,
): boolean {
  return isOutside(node, project, depthMax);
}

/** The module that the root of an expression is imported from: of `fs.promises.x`, `node:fs`. */
export function importedFrom(
  expression: TS.Expression,
  { checker }: ProjectProgram,
): string | undefined {
  const root = rootOf(expression);
  const symbol = root && checker.getSymbolAtLocation(root);
  for (const declared of symbol?.declarations ?? []) {
    const statement = ts.findAncestor(declared, ts.isImportDeclaration);
    if (statement !== undefined && ts.isStringLiteral(statement.moduleSpecifier)) {
      return statement.moduleSpecifier.text;
    }
    const required = requiredBy(declared);
    if (required !== undefined) return required;
  }
  return undefined;
}

/** The function of the project that a call leads to, where it can be read. */
export function calledFunction(
  node: TS.CallExpression | TS.NewExpression,
  project: ProjectProgram,
): TS.SignatureDeclaration | undefined {
  return namedFunction(node.expression, project);
}

/** The function of the project that a name or a path of names stands for. */
export function namedFunction(
  expression: TS.Expression,
  project: ProjectProgram,
): TS.SignatureDeclaration | undefined {
  const name = calleeName(expression);
  // A name in scope is found at once; for a member the type of its owner has to be worked out.
  const isMember = ts.isMemberName(name) && name.parent === expression;
  if (isMember && !declaredFunctions(project).functions.has(name.text)) return undefined;
  const symbol = project.checker.getSymbolAtLocation(name);
  return symbol && functionOf(originalOf(symbol, project.checker), project);
}

/** The name by which an expression calls: of `a.b.c`, `c`. */
export function calleeName(expression: TS.Expression): TS.Node {
  if (ts.isPropertyAccessExpression(expression)) return expression.name;
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression)) {
    return calleeName(expression.expression);
  }
  return expression;
}

/** The function with a body that a symbol stands for. */
export function functionOf(
  symbol: TS.Symbol,
  project: ProjectProgram,
): TS.SignatureDeclaration | undefined {
  for (const declared of symbol.declarations ?? []) {
    if (!isProjectCode(declared.getSourceFile(), project)) continue;
    const whole = ts.isClassLike(declared) ? constructorOf(declared, project) : bodied(declared);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

// --- inside ---

const depthMax = 3;

const outsideGlobals =
  /^(?:fetch|Math\.random|Date\.now|performance\.now|crypto\..*|process\..*|setTimeout|prompt)$/;

const outsideModuleNames =
  "fs http https http2 net tls dgram dns child_process os worker_threads process crypto " +
  "readline timers v8 vm cluster inspector perf_hooks";
const outsideModules = new Set(outsideModuleNames.split(" "));

function isOutside(
  node: TS.CallExpression | TS.NewExpression,
  project: ProjectProgram,
  depthLeft: number,
): boolean {
  const text = node.expression.getText();
  if (outsideGlobals.test(text)) return true;
  if (ts.isNewExpression(node) && text === "Date" && (node.arguments?.length ?? 0) === 0) {
    return true;
  }
  const from = importedFrom(node.expression, project);
  if (from !== undefined && outsideModules.has(from.replace(/^node:/, "").replace(/\/.*/, "")))
    return true;
  if (depthLeft === 0) return false;
  const called = calledFunction(node, project);
  return called !== undefined && readsOutside(called, project, depthLeft - 1);
}

const known = new WeakMap<TS.Node, boolean>();

function readsOutside(
  declared: TS.SignatureDeclaration,
  project: ProjectProgram,
  depthLeft: number,
): boolean {
  const before = known.get(declared);
  if (before !== undefined) return before;
  known.set(declared, false);
  const visit = (node: TS.Node): boolean =>
    ((ts.isCallExpression(node) || ts.isNewExpression(node)) &&
      isOutside(node, project, depthLeft)) ||
    ts.forEachChild(node, visit) === true;
  const reads = ts.forEachChild(declared, visit) === true;
  known.set(declared, reads);
  return reads;
}

function rootOf(expression: TS.Expression): TS.Identifier | undefined {
  if (ts.isIdentifier(expression)) return expression;
  if (ts.isPropertyAccessExpression(expression)) return rootOf(expression.expression);
  return undefined;
}

/** `const fs = require("fs")` and `const { readFile } = require("fs")`. */
function requiredBy(declared: TS.Node): string | undefined {
  const variable = ts.findAncestor(declared, ts.isVariableDeclaration);
  const value = variable?.initializer;
  if (value === undefined || !ts.isCallExpression(value)) return undefined;
  const [first] = value.arguments;
  const isRequire = ts.isIdentifier(value.expression) && value.expression.text === "require";
  return isRequire && first !== undefined && ts.isStringLiteral(first) ? first.text : undefined;
}

/** The constructor that `new` runs: its own, or that of the class it extends. */
function constructorOf(
  declared: TS.ClassLikeDeclaration,
  project: ProjectProgram,
): TS.SignatureDeclaration | undefined {
  const own = declared.members.find(
    (member): member is TS.ConstructorDeclaration =>
      ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  if (own !== undefined) return own;
  const base = declared.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]?.expression;
  const symbol = base && project.checker.getSymbolAtLocation(base);
  const original = symbol && originalOf(symbol, project.checker);
  return original?.declarations?.includes(declared) === false
    ? functionOf(original, project)
    : undefined;
}

function bodied(node: TS.Node): TS.SignatureDeclaration | undefined {
  if (ts.isFunctionLike(node)) {
    return "body" in node && node.body !== undefined ? node : undefined;
  }
  const value =
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
      ? node.initializer
      : ts.isExportAssignment(node)
        ? node.expression
        : undefined;
  if (value === undefined) return undefined;
  if (ts.isFunctionExpression(value) || ts.isArrowFunction(value)) return value;
  return undefined;
}
