import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { originalOf } from "./export-reference.ts";
import { calledFunction, isOutsideCall } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";

/**
 * Where a value comes from: nowhere but the text of the program, from the input (parameters, what
 * was computed from them, state that earlier calls left), or from outside as well: files, answers,
 * the clock, the environment.
 */
export type Nature = "constant" | "input" | "outside";

/** Tells the nature of expressions. */
export interface Natures {
  of(node: TS.Node): Nature;
}

/** The nature of several values together. */
export function together(natures: Iterable<Nature>): Nature {
  let result: Nature = "constant";
  for (const nature of natures) {
    if (nature === "outside") return "outside";
    if (nature === "input") result = "input";
  }
  return result;
}

/** Makes what tells natures within one function, whose parameters are of the given nature. */
export function createNatures(
  root: TS.Node,
  project: ProjectProgram,
  paramsNature: Nature,
): Natures {
  const scope: Scope = { root, project, paramsNature, known: new Map() };
  const natures = new Map<TS.Node, Nature>();
  return {
    of: (node) => {
      const nature = natures.get(node) ?? natureOf(node, scope);
      natures.set(node, nature);
      return nature;
    },
  };
}

// --- inside ---

interface Scope {
  readonly root: TS.Node;
  readonly project: ProjectProgram;
  readonly paramsNature: Nature;
  readonly known: Map<TS.Symbol, Nature>;
}

function natureOf(node: TS.Node, scope: Scope): Nature {
  if (ts.isIdentifier(node)) return natureOfName(node, scope);
  if (node.kind === ts.SyntaxKind.ThisKeyword) return "input";
  if (ts.isTypeNode(node)) return "constant";
  if (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) return "constant";
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    if (isOutsideCall(node, scope.project)) return "outside";
    const own = calledFunction(node, scope.project) !== undefined ? "input" : "constant";
    return together([own, ...childNatures(node, scope)]);
  }
  if (ts.isPropertyAccessExpression(node)) return natureOf(node.expression, scope);
  if (ts.isPropertyAssignment(node)) return natureOf(node.initializer, scope);
  return together(childNatures(node, scope));
}

function childNatures(node: TS.Node, scope: Scope): Nature[] {
  const natures: Nature[] = [];
  ts.forEachChild(node, (child) => {
    natures.push(natureOf(child, scope));
  });
  return natures;
}

function natureOfName(node: TS.Identifier, scope: Scope): Nature {
  const { checker } = scope.project;
  const found = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (found === undefined) return node.text === "process" ? "outside" : "constant";
  const symbol = originalOf(found, checker);
  const known = scope.known.get(symbol);
  if (known !== undefined) return known;
  // A variable that is computed from itself is as its other sources are.
  scope.known.set(symbol, "constant");
  const nature = natureOfSymbol(symbol, scope);
  scope.known.set(symbol, nature);
  return nature;
}

function natureOfSymbol(symbol: TS.Symbol, scope: Scope): Nature {
  if (symbol.name === "process" || symbol.name === "env") {
    const file = symbol.valueDeclaration?.getSourceFile();
    if (file === undefined || file.isDeclarationFile) return "outside";
  }
  const declared = symbol.valueDeclaration;
  if (declared === undefined || declared.getSourceFile().isDeclarationFile) return "constant";
  const holder = holderOf(declared);
  if (ts.isParameter(holder)) return natureOfParam(holder, scope);
  if (!ts.isVariableDeclaration(holder)) return "constant";
  return natureOfVariable(symbol, holder, scope);
}

/** The declaration around a binding: of `a` in `const { a: [b] } = x`, the whole. */
function holderOf(node: TS.Node): TS.Node {
  return ts.isBindingElement(node) ? holderOf(node.parent.parent) : node;
}

function natureOfParam(param: TS.ParameterDeclaration, scope: Scope): Nature {
  const owner = param.parent;
  if (owner === scope.root) return scope.paramsNature;
  const call = owner.parent;
  const isCallback = ts.isCallExpression(call) || ts.isNewExpression(call);
  // What a callback is given comes from whoever calls it.
  if (isCallback && isWithin(call, scope.root)) {
    const natures = [natureOf(call.expression, scope)];
    if (isOutsideCall(call, scope.project)) natures.push("outside");
    return together(["input", ...natures]);
  }
  return "input";
}

function natureOfVariable(
  symbol: TS.Symbol,
  declared: TS.VariableDeclaration,
  scope: Scope,
): Nature {
  const list = declared.parent;
  if (ts.isCatchClause(list)) return natureOf(list.parent.tryBlock, scope);
  const isConst = (list.flags & ts.NodeFlags.Const) !== 0;
  const statement = list.parent;
  if (ts.isForOfStatement(statement) || ts.isForInStatement(statement)) {
    return natureOf(statement.expression, scope);
  }
  const first = declared.initializer === undefined ? [] : [natureOf(declared.initializer, scope)];
  if (isConst) return together(first);
  // State that is assigned elsewhere: by this call, or by an earlier one.
  return together(["input", ...first, ...assignedNatures(symbol, scope)]);
}

function assignedNatures(symbol: TS.Symbol, scope: Scope): Nature[] {
  const natures: Nature[] = [];
  const visit = (node: TS.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      const isOurs =
        ts.isIdentifier(node.left) &&
        scope.project.checker.getSymbolAtLocation(node.left) === symbol;
      if (isOurs) natures.push(natureOf(node.right, scope));
    }
    ts.forEachChild(node, visit);
  };
  visit(scope.root);
  return natures;
}

function isAssignment(kind: TS.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isWithin(node: TS.Node, root: TS.Node): boolean {
  return node.pos >= root.pos && node.end <= root.end;
}
