import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Nature, Natures } from "./nature.ts";
import { together } from "./nature.ts";

/** A condition on which a piece of code is reached. */
export interface Control {
  /** Worked out when it is asked for: most conditions lead to nothing that matters. */
  nature(): Nature;
  /** The condition as it is written, for the report. */
  readonly text: string;
}

/** The condition that a node puts on one of its children; undefined where it puts none. */
export function controlledBy(node: TS.Node, child: TS.Node, natures: Natures): Control | undefined {
  if (ts.isCaseBlock(node)) {
    const { expression } = node.parent;
    const cases = node.clauses.flatMap((one) => (ts.isCaseClause(one) ? [one.expression] : []));
    return controlOf([expression, ...cases], `switch (${expression.getText()})`, natures);
  }
  if (ts.isCatchClause(node) && child === node.block) {
    // What fails in there was given something; a call without anything to vary cannot fail twice.
    const tried = controlOf([node.parent.tryBlock], "catch", natures);
    return { nature: () => together(["input", tried.nature()]), text: tried.text };
  }
  const condition = conditionOf(node, child);
  return condition && controlOf([condition], condition.getText(), natures);
}

/**
 * The condition on which the code after a statement is reached: `if (isFine(x)) return x` puts one
 * on everything that follows.
 */
export function controlAfter(statement: TS.Statement, natures: Natures): Control | undefined {
  if (!mayLeave(statement)) return undefined;
  const conditions: TS.Node[] = [];
  const visit = (node: TS.Node): void => {
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
  const nature = (): Nature => {
    const all = conditions.map((condition) => natures.of(condition));
    return all.includes("input") ? "input" : together(all);
  };
  return { nature, text: shortened(first.getText()) };
}

// --- inside ---

const textLengthMax = 120;

function controlOf(nodes: readonly TS.Node[], text: string, natures: Natures): Control {
  const nature = (): Nature => together(nodes.map((node) => natures.of(node)));
  return { nature, text: shortened(text) };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > textLengthMax ? `${line.slice(0, textLengthMax)}…` : line;
}

function push(list: TS.Node[], node: TS.Node | undefined): void {
  if (node !== undefined && !list.includes(node)) list.push(node);
}

function conditionOf(node: TS.Node, child: TS.Node): TS.Expression | undefined {
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

function isLogical(kind: TS.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken
  );
}

/** Whether control may leave the block in this statement, other than at its end. */
function mayLeave(node: TS.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  const isExit =
    ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
  return isExit || ts.forEachChild(node, mayLeave) === true;
}
