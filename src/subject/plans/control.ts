import ts from "typescript6";
import type { Nature, Natures } from "./nature.ts";
import { together } from "./nature.ts";

/** A condition on which a piece of code is reached. */
export interface Control {
  readonly nature: Nature;
  /** The condition as it is written, for the report. */
  readonly text: string;
}

/** The condition that a node puts on one of its children; undefined where it puts none. */
export function controlledBy(node: ts.Node, child: ts.Node, natures: Natures): Control | undefined {
  if (ts.isCaseBlock(node)) {
    const { expression } = node.parent;
    const cases = node.clauses.flatMap((one) => (ts.isCaseClause(one) ? [one.expression] : []));
    return controlOf([expression, ...cases], `switch (${expression.getText()})`, natures);
  }
  if (ts.isCatchClause(node) && child === node.block) {
    // What fails in there was given something; a call without anything to vary cannot fail twice.
    const { nature, text } = controlOf([node.parent.tryBlock], "catch", natures);
    return { nature: nature === "constant" ? "input" : nature, text };
  }
  const condition = conditionOf(node, child);
  return condition && controlOf([condition], condition.getText(), natures);
}

/**
 * The condition on which the code after a statement is reached: `if (isFine(x)) return x` puts one
 * on everything that follows.
 */
export function controlAfter(statement: ts.Statement, natures: Natures): Control | undefined {
  if (!mayLeave(statement)) return undefined;
  const conditions: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isTryStatement(node)) conditions.push(node.tryBlock);
    else if (ts.isSwitchStatement(node)) conditions.push(node.expression);
    else
      ts.forEachChild(node, (child) => {
        push(conditions, conditionOf(node, child));
      });
    ts.forEachChild(node, visit);
  };
  visit(statement);
  const [first] = conditions;
  if (first === undefined) return undefined;
  const all = conditions.map((condition) => controlOf([condition], first.getText(), natures));
  return all.find(({ nature }) => nature === "input") ?? all.find(isOutside) ?? all[0];
}

// --- inside ---

const textLengthMax = 120;

function controlOf(nodes: readonly ts.Node[], text: string, natures: Natures): Control {
  const nature = together(nodes.map((node) => natures.of(node)));
  const line = text.replaceAll(/\s+/g, " ");
  return { nature, text: line.length > textLengthMax ? `${line.slice(0, textLengthMax)}…` : line };
}

function isOutside({ nature }: Control): boolean {
  return nature === "outside";
}

function push(list: ts.Node[], node: ts.Node | undefined): void {
  if (node !== undefined && !list.includes(node)) list.push(node);
}

function conditionOf(node: ts.Node, child: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node)) return child === node.expression ? undefined : node.expression;
  if (ts.isConditionalExpression(node)) {
    return child === node.condition ? undefined : node.condition;
  }
  if (ts.isBinaryExpression(node)) {
    return child === node.right && isLogical(node.operatorToken.kind) ? node.left : undefined;
  }
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return child === node.statement ? node.expression : undefined;
  }
  if (ts.isForStatement(node)) return child === node.statement ? node.condition : undefined;
  if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    return child === node.statement ? node.expression : undefined;
  }
  return undefined;
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken
  );
}

/** Whether control may leave the block in this statement, other than at its end. */
function mayLeave(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  const isExit =
    ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
  return isExit || ts.forEachChild(node, mayLeave) === true;
}
