import type { Node } from "oxc-parser";
import { childNodes } from "../loader/declared-names.ts";
import { writtenName } from "../source/source-module.ts";
import { type Frame, placeText } from "./frame.ts";
import { checksThatHold } from "./checks.ts";
import { elementOf, readField } from "./read-field.ts";
import { type Check, eitherOf, nothing, type Value, withStep } from "./value.ts";

/** Reads a statement in order: what names hold after it, and what is checked from then on. */
export function walk(node: Node, frame: Frame): void {
  if (!spend(frame)) return;
  switch (node.type) {
    case "BlockStatement":
    case "StaticBlock":
      inBlock(frame, [], () => walkAll(node.body, frame));
      return;
    case "ExpressionStatement":
      frame.reader.evaluate(node.expression, frame);
      return;
    case "VariableDeclaration":
      for (const declarator of node.declarations) declare(declarator, frame);
      return;
    case "FunctionDeclaration":
      declareFunction(node, frame);
      return;
    case "ReturnStatement":
      if (node.argument !== null) frame.returns.push(evaluate(node.argument, frame));
      return;
    case "IfStatement":
      walkIf(node, frame);
      return;
    case "SwitchStatement":
      walkSwitch(node, frame);
      return;
    case "ForOfStatement":
    case "ForInStatement":
      walkForEach(node, frame);
      return;
    case "ForStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      walkLoop(node, frame);
      return;
    case "TryStatement":
      walk(node.block, frame);
      if (node.handler !== null) walk(node.handler.body, frame);
      if (node.finalizer !== null) walk(node.finalizer, frame);
      return;
    default:
      for (const child of childNodes(node)) walkOrEvaluate(child, frame);
  }
}

/** Gives the names of a pattern their part of a value. */
export function bind(pattern: Node, value: Value, frame: Frame): void {
  switch (pattern.type) {
    case "Identifier":
      frame.scope.declare(pattern.name, value);
      return;
    case "AssignmentPattern": {
      const otherwise = evaluate(pattern.right, frame);
      bind(pattern.left, value === nothing ? otherwise : eitherOf([value, otherwise]), frame);
      return;
    }
    case "ObjectPattern":
      for (const property of pattern.properties) {
        if (property.type === "RestElement") bind(property.argument, value, frame);
        else bind(property.value, readField(value, keyOf(property.key, frame)), frame);
      }
      return;
    case "ArrayPattern":
      for (const [at, element] of pattern.elements.entries()) {
        if (element === null) continue;
        const isRest = element.type === "RestElement";
        const items = value.known?.kind === "list" ? value.known.items : undefined;
        const one = isRest ? value : (items?.[at] ?? elementOf(value));
        bind(isRest ? element.argument : element, one, frame);
      }
      return;
    case "RestElement":
      bind(pattern.argument, value, frame);
      return;
    case "TSParameterProperty":
      bind(pattern.parameter, value, frame);
      return;
    default:
  }
}

/** Reads something with further checks in force, which end with it. */
export function inBlock(frame: Frame, checks: readonly Check[], read: () => void): void {
  const { scope } = frame;
  frame.scope = scope.inner();
  frame.scope.checks.push(...checks);
  read();
  frame.scope = scope;
}

/** The checks that a condition makes, and what it is. */
export function evaluateCondition(node: Node, frame: Frame): readonly Check[] {
  const { known } = evaluate(node, frame);
  return known?.kind === "checked" ? known.checks : [];
}

// --- inside ---

function spend(frame: Frame): boolean {
  frame.trace.nodesLeft -= 1;
  return frame.trace.nodesLeft > 0;
}

function evaluate(node: Node, frame: Frame): Value {
  return frame.reader.evaluate(node, frame);
}

function walkAll(nodes: readonly Node[], frame: Frame): void {
  // A function may be called above the line that declares it.
  for (const node of nodes) if (node.type === "FunctionDeclaration") declareFunction(node, frame);
  for (const node of nodes) walk(node, frame);
}

function walkOrEvaluate(node: Node, frame: Frame): void {
  if (/Statement$|Declaration$|^Switch|^Catch/.test(node.type)) walk(node, frame);
  else if (!node.type.startsWith("TS")) evaluate(node, frame);
}

function declare(node: Extract<Node, { type: "VariableDeclarator" }>, frame: Frame): void {
  const value = node.init === null ? nothing : evaluate(node.init, frame);
  const name = node.id.type === "Identifier" ? node.id.name : undefined;
  const isPlain = node.init?.type === "Identifier" || node.init?.type === "MemberExpression";
  const step =
    name === undefined || isPlain ? undefined : `\`${name}\` at ${placeText(frame, node)}`;
  bind(node.id, step === undefined ? value : withStepKept(value, step), frame);
}

/** Lists and objects keep their identity: what is added to them later must be seen. */
function withStepKept(value: Value, step: string): Value {
  const { known } = value;
  const isKept = known?.kind === "list" || known?.kind === "object";
  return isKept ? value : withStep(value, step);
}

function declareFunction(node: Node, frame: Frame): void {
  if (node.type !== "FunctionDeclaration" || node.id === null) return;
  if (frame.scope.find(node.id.name)?.known?.kind === "function") return;
  frame.scope.declare(node.id.name, evaluate(node, frame));
}

function walkIf(node: Extract<Node, { type: "IfStatement" }>, frame: Frame): void {
  const checks = evaluateCondition(node.test, frame);
  const whenTrue = checksThatHold(checks, true);
  const whenFalse = checksThatHold(checks, false);
  inBlock(frame, whenTrue, () => walk(node.consequent, frame));
  const { alternate } = node;
  if (alternate !== null) inBlock(frame, whenFalse, () => walk(alternate, frame));
  if (alwaysLeaves(node.consequent)) frame.scope.checks.push(...whenFalse);
  else if (alternate !== null && alwaysLeaves(alternate)) frame.scope.checks.push(...whenTrue);
}

function walkSwitch(node: Extract<Node, { type: "SwitchStatement" }>, frame: Frame): void {
  const value = evaluate(node.discriminant, frame);
  for (const { test, consequent } of node.cases) {
    if (test !== null) evaluate(test, frame);
    const isWritten = test?.type === "Literal";
    const check: Check = {
      kinds: "all",
      text: "one of the cases of a `switch`",
      taints: value.taints,
      holds: "either way",
    };
    inBlock(frame, isWritten ? [check] : [], () => walkAll(consequent, frame));
  }
}

function walkForEach(
  node: Extract<Node, { type: "ForOfStatement" | "ForInStatement" }>,
  frame: Frame,
): void {
  const value = evaluate(node.right, frame);
  const isKeys = node.type === "ForInStatement";
  const one = isKeys ? keysOf(value) : elementOf(value);
  const { left, body } = node;
  const pattern = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
  // Twice: what one round leaves behind, the next one meets.
  for (let round = 0; round < 2; round++) {
    inBlock(frame, [], () => {
      if (pattern !== undefined) bind(pattern, one, frame);
      walk(body, frame);
    });
  }
}

function keysOf(value: Value): Value {
  const { known } = value;
  const isWritten = known?.kind === "object" && !known.fields.has("...");
  return isWritten ? nothing : withStep({ taints: value.taints }, "a key of it");
}

function walkLoop(
  node: Extract<Node, { type: "ForStatement" | "WhileStatement" | "DoWhileStatement" }>,
  frame: Frame,
): void {
  inBlock(frame, [], () => {
    if (node.type === "ForStatement" && node.init !== null) walkOrEvaluate(node.init, frame);
    for (let round = 0; round < 2; round++) {
      const checks = node.test === null ? [] : evaluateCondition(node.test, frame);
      inBlock(frame, checksThatHold(checks, true), () => walk(node.body, frame));
      if (node.type === "ForStatement" && node.update !== null) evaluate(node.update, frame);
    }
  });
}

function alwaysLeaves(node: Node): boolean {
  switch (node.type) {
    case "ReturnStatement":
    case "ThrowStatement":
    case "ContinueStatement":
    case "BreakStatement":
      return true;
    case "BlockStatement":
      return node.body.some(alwaysLeaves);
    case "IfStatement":
      return (
        node.alternate !== null && alwaysLeaves(node.consequent) && alwaysLeaves(node.alternate)
      );
    case "ExpressionStatement":
      return node.expression.type === "CallExpression" && isExit(node.expression.callee);
    default:
      return false;
  }
}

function isExit(callee: Node): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "process" &&
    writtenName(callee.property) === "exit"
  );
}

function keyOf(key: Node, frame: Frame): string {
  const name = writtenName(key);
  if (name !== "") return name;
  evaluate(key, frame);
  return "";
}
