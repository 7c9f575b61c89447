import ts from "typescript6";
import { originalOf } from "./export-place.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** Whether a call brings something in that its arguments do not hold: a file, an answer, a time. */
export function isOutsideCall(
  node: ts.CallExpression | ts.NewExpression,
  project: ProjectProgram,
): boolean {
  return isOutside(node, project, depthMax);
}

/** The module that the root of an expression is imported from: of `fs.promises.x`, `node:fs`. */
export function importedFrom(
  expression: ts.Expression,
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

/** The functions of the project that a call leads to, as far as they can be read. */
export function calledFunction(
  node: ts.CallExpression | ts.NewExpression,
  project: ProjectProgram,
): ts.SignatureDeclaration | undefined {
  const { checker } = project;
  const declared = checker.getResolvedSignature(node)?.getDeclaration();
  const whole = declared && implementationOf(declared, project);
  if (whole !== undefined && isProjectCode(whole.getSourceFile(), project)) return whole;
  const symbol = checker.getSymbolAtLocation(node.expression);
  const original = symbol && originalOf(symbol, checker);
  return original && functionOf(original, project);
}

/** The function with a body that a symbol stands for. */
export function functionOf(
  symbol: ts.Symbol,
  project: ProjectProgram,
): ts.SignatureDeclaration | undefined {
  for (const declared of symbol.declarations ?? []) {
    if (!isProjectCode(declared.getSourceFile(), project)) continue;
    const whole = bodied(declared);
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
  node: ts.CallExpression | ts.NewExpression,
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

const known = new WeakMap<ts.Node, boolean>();

function readsOutside(
  declared: ts.SignatureDeclaration,
  project: ProjectProgram,
  depthLeft: number,
): boolean {
  const before = known.get(declared);
  if (before !== undefined) return before;
  known.set(declared, false);
  const visit = (node: ts.Node): boolean =>
    ((ts.isCallExpression(node) || ts.isNewExpression(node)) &&
      isOutside(node, project, depthLeft)) ||
    ts.forEachChild(node, visit) === true;
  const reads = ts.forEachChild(declared, visit) === true;
  known.set(declared, reads);
  return reads;
}

function rootOf(expression: ts.Expression): ts.Identifier | undefined {
  if (ts.isIdentifier(expression)) return expression;
  if (ts.isPropertyAccessExpression(expression)) return rootOf(expression.expression);
  return undefined;
}

/** `const fs = require("fs")` and `const { readFile } = require("fs")`. */
function requiredBy(declared: ts.Node): string | undefined {
  const variable = ts.findAncestor(declared, ts.isVariableDeclaration);
  const value = variable?.initializer;
  if (value === undefined || !ts.isCallExpression(value)) return undefined;
  const [first] = value.arguments;
  const isRequire = ts.isIdentifier(value.expression) && value.expression.text === "require";
  return isRequire && first !== undefined && ts.isStringLiteral(first) ? first.text : undefined;
}

function implementationOf(
  declared: ts.SignatureDeclaration,
  project: ProjectProgram,
): ts.SignatureDeclaration | undefined {
  const whole = bodied(declared);
  if (whole !== undefined) return whole;
  if (ts.isConstructorDeclaration(declared)) {
    return declared.parent.members.find(
      (member): member is ts.ConstructorDeclaration =>
        ts.isConstructorDeclaration(member) && member.body !== undefined,
    );
  }
  const symbol = declared.name && project.checker.getSymbolAtLocation(declared.name);
  return symbol && functionOf(symbol, project);
}

function bodied(node: ts.Node): ts.SignatureDeclaration | undefined {
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
