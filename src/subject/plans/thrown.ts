import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { originalOf } from "./export-reference.ts";
import { calledFunction, calleeName, functionOf, importedFrom } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** What a throw throws, as far as its text says. */
export interface Thrown {
  /** The names of the classes, where they are known. */
  readonly classes?: readonly string[];
  /** Code of the project that makes the error, which is where its stack begins. */
  readonly makers?: readonly TS.Node[];
}

/** Reads the class and the makers of a thrown value. */
export function thrownBy(value: TS.Expression | undefined, project: ProjectProgram): Thrown {
  if (value === undefined) return {};
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) {
    return thrownBy(value.expression, project);
  }
  if (ts.isNewExpression(value)) {
    const classes = classNames(value.expression, project);
    const makers = constructorsOf(value.expression, project);
    return { ...(classes.length === 0 ? {} : { classes }), makers };
  }
  if (ts.isCallExpression(value)) {
    const maker = calledFunction(value, project);
    const isPlain = ts.isIdentifier(value.expression) && value.expression.text.endsWith("Error");
    if (maker !== undefined) return { makers: [maker] };
    return isPlain ? { classes: [value.expression.getText()] } : {};
  }
  return {};
}

/** `Promise.reject(error)`, and `reject(error)` of a promise that is made by hand. */
export function isRejection(node: TS.CallExpression, { checker }: ProjectProgram): boolean {
  if (node.expression.getText() === "Promise.reject") return true;
  if (!ts.isIdentifier(node.expression)) return false;
  const declared = checker.getSymbolAtLocation(node.expression)?.valueDeclaration;
  if (declared === undefined || !ts.isParameter(declared)) return false;
  const { parent: executor } = declared;
  const made = executor.parent;
  return (
    executor.parameters[1] === declared &&
    ts.isNewExpression(made) &&
    made.expression.getText() === "Promise"
  );
}

/** `assert(x)`, `assert.equal(a, b)`, `invariant(x)` of Node or of a package. */
export function isAssertion(node: TS.CallExpression, project: ProjectProgram): boolean {
  const from = importedFrom(node.expression, project);
  if (from !== undefined && /^(?:node:)?assert(?:\/strict)?$/.test(from)) return true;
  const called = project.checker.getSymbolAtLocation(calleeName(node.expression));
  const declarations = called && originalOf(called, project.checker).declarations;
  if (declarations?.some(isAssertionDeclaration) === true) return true;
  const root = node.expression.getText();
  if (root.startsWith("console.")) return false;
  return /^(?:\w+\.)?(?:assert|invariant)(?:[A-Z_]\w*)?$/.test(root);
}

// --- inside ---

/** The name of a class as it is written, and the one that it has where it is declared. */
function classNames(expression: TS.Expression, { checker }: ProjectProgram): string[] {
  if (!ts.isIdentifier(expression)) return [];
  const symbol = checker.getSymbolAtLocation(expression);
  const name = symbol && originalOf(symbol, checker).name;
  const hasOther = name !== undefined && name !== "default" && name !== expression.text;
  return hasOther ? [expression.text, name] : [expression.text];
}

function isAssertionDeclaration(node: TS.Node): boolean {
  const returned = ts.isFunctionLike(node) ? node.type : undefined;
  return returned !== undefined && ts.isTypePredicateNode(returned) && !!returned.assertsModifier;
}

/** The constructors that run for `new X`, up to the first that is not of the project. */
function constructorsOf(expression: TS.Expression, project: ProjectProgram): TS.Node[] {
  const { checker } = project;
  const found: TS.Node[] = [];
  let symbol = checker.getSymbolAtLocation(expression);
  while (symbol !== undefined && found.length < inheritanceDepthMax) {
    const declared = originalOf(symbol, checker).declarations?.find(ts.isClassLike);
    if (declared === undefined || !isProjectCode(declared.getSourceFile(), project)) break;
    found.push(declared.members.find(ts.isConstructorDeclaration) ?? declared);
    const parent = declared.heritageClauses?.find(
      ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
    )?.types[0]?.expression;
    symbol = parent && checker.getSymbolAtLocation(parent);
  }
  // A function that is called with `new`, as old JavaScript does.
  const old =
    symbol && found.length === 0 ? functionOf(originalOf(symbol, checker), project) : undefined;
  return old === undefined ? found : [old];
}

const inheritanceDepthMax = 10;
