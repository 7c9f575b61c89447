import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { GuardReason } from "../../kernel/subject/call-plan.ts";
import { checkedCall } from "./checked-calls.ts";
import { controlAfter, controlledBy } from "./control.ts";
import type { Control } from "./control.ts";
import { declaredFunctions } from "./declared-functions.ts";
import type { Nature, Natures } from "./nature.ts";
import { createNatures, together } from "./nature.ts";
import { calledFunction, namedFunction } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";
import { isAssertion, isRejection, thrownBy } from "./thrown.ts";
import type { Thrown } from "./thrown.ts";

/** A place in a function that throws on purpose. */
export interface ThrowFact {
  readonly node: TS.Node;
  readonly thrown: Thrown;
  /** Why it is meant; undefined where nothing within the function leads to it. */
  readonly why: GuardReason | undefined;
  readonly text: string;
}

/** A call of another function of the project. */
export interface CallFact {
  readonly called: TS.SignatureDeclaration;
  /** Whether a condition leads to the call. */
  readonly isControlled: boolean;
  readonly isOutside: boolean;
}

/** What a function does by itself, without what it calls. */
export interface FunctionFacts {
  readonly throws: readonly ThrowFact[];
  readonly calls: readonly CallFact[];
}

/** Reads the throws and calls of one function. */
export function readFacts(
  root: TS.Node,
  project: ProjectProgram,
  paramsNature: Nature,
): FunctionFacts {
  const natures = createNatures(root, project, paramsNature);
  const walk: Walk = { project, natures, throws: [], calls: [] };
  // A class without a constructor of its own still runs its fields.
  ts.forEachChild(root, (child) => visit(child, undefined, walk));
  return { throws: walk.throws, calls: walk.calls };
}

// --- inside ---

interface Walk {
  readonly project: ProjectProgram;
  readonly natures: Natures;
  readonly throws: ThrowFact[];
  readonly calls: CallFact[];
}

function visit(node: TS.Node, control: Control | undefined, walk: Walk): void {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
  noteNode(node, control, walk);
  if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) {
    visitStatements(node, control, walk);
    return;
  }
  ts.forEachChild(node, (child) => {
    visit(child, controlledBy(node, child, walk.natures) ?? control, walk);
  });
}

function visitStatements(
  node: TS.Block | TS.CaseOrDefaultClause,
  control: Control | undefined,
  walk: Walk,
): void {
  if (ts.isCaseClause(node)) visit(node.expression, control, walk);
  let current = control;
  for (const statement of node.statements) {
    visit(statement, current, walk);
    current = controlAfter(statement, walk.natures) ?? current;
  }
}

function noteNode(node: TS.Node, control: Control | undefined, walk: Walk): void {
  if (ts.isThrowStatement(node)) {
    noteThrow(node, node.expression, control, walk);
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    noteCall(node, control, walk);
  } else if (ts.isPropertyAccessExpression(node)) {
    noteAccess(node, control, walk);
  }
}

function noteThrow(
  node: TS.Node,
  value: TS.Expression | undefined,
  control: Control | undefined,
  walk: Walk,
): void {
  const thrown = thrownBy(value, walk.project);
  walk.throws.push({ node, thrown, why: whyOf(control), text: control?.text ?? "" });
}

function whyOf(control: Control | undefined): GuardReason | undefined {
  const nature = control?.nature() ?? "constant";
  if (nature === "constant") return undefined;
  return nature === "input" ? "condition" : "outside";
}

function noteCall(
  node: TS.CallExpression | TS.NewExpression,
  control: Control | undefined,
  walk: Walk,
): void {
  const { project, natures } = walk;
  if (ts.isCallExpression(node) && isRejection(node, project)) {
    noteThrow(node, node.arguments[0], control, walk);
    return;
  }
  for (const argument of node.arguments ?? []) noteCallback(argument, control, walk);
  const called = calledFunction(node, project);
  if (called !== undefined) {
    const given = together((node.arguments ?? []).map((argument) => natures.of(argument)));
    const isControlled = whyOf(control) !== undefined;
    walk.calls.push({ called, isControlled, isOutside: given === "outside" });
    return;
  }
  const text = node.getText().replaceAll(/\s+/g, " ");
  if (ts.isCallExpression(node) && isAssertion(node, project)) {
    walk.throws.push({ node, thrown: {}, why: "condition", text });
    return;
  }
  const checked = checkedCall(node, natures, project);
  if (checked === undefined) return;
  const thrown: Thrown = checked.throws === undefined ? {} : { classes: checked.throws };
  walk.throws.push({ node, thrown, why: "checked by a builtin", text });
}

/** `items.map(parseItem)` calls `parseItem`. */
function noteCallback(argument: TS.Expression, control: Control | undefined, walk: Walk): void {
  if (!ts.isIdentifier(argument) && !ts.isPropertyAccessExpression(argument)) return;
  const called = namedFunction(argument, walk.project);
  if (called === undefined) return;
  walk.calls.push({ called, isControlled: whyOf(control) !== undefined, isOutside: false });
}

/** Reading a property may run a getter, and writing one a setter. */
function noteAccess(
  node: TS.PropertyAccessExpression,
  control: Control | undefined,
  walk: Walk,
): void {
  if (!declaredFunctions(walk.project).accessors.has(node.name.text)) return;
  const symbol = walk.project.checker.getSymbolAtLocation(node.name);
  if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Accessor) === 0) return;
  for (const called of symbol.declarations ?? []) {
    if (!ts.isAccessor(called) || !isProjectCode(called.getSourceFile(), walk.project)) continue;
    walk.calls.push({ called, isControlled: whyOf(control) !== undefined, isOutside: false });
  }
}
