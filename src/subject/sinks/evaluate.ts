import type { ArrowFunctionExpression, Function as FunctionNode, Node } from "oxc-parser";
import { childNodes } from "../loader/declared-names.ts";
import { writtenName } from "../source/source-module.ts";
import { assign } from "./assign.ts";
import { checksThatHold, negated } from "./checks.ts";
import { compare } from "./compare.ts";
import { evaluateCall, evaluateNew, evaluateTagged } from "./evaluate-call.ts";
import { type Frame, placeText } from "./frame.ts";
import { elementOf, memberName, readAnyField, readField } from "./read-field.ts";
import { importHit } from "./rules/code-rules.ts";
import { importedValue, topLevelValue } from "./top-level.ts";
import {
  constantText,
  eitherOf,
  type FunctionValue,
  isAbout,
  joinTexts,
  mapTaints,
  nothing,
  refValue,
  spreadField,
  textValue,
  type Value,
  withStep,
} from "./value.ts";
import { evaluateCondition, inBlock } from "./walk.ts";

/** Works out what is known of an expression, and meets the sinks in it. */
export function evaluate(node: Node, frame: Frame): Value {
  frame.trace.nodesLeft -= 1;
  if (frame.trace.nodesLeft <= 0) return nothing;
  switch (node.type) {
    case "Literal":
      return literal(node);
    case "TemplateLiteral":
      return template(node, frame);
    case "Identifier":
      return frame.scope.find(node.name) ?? topLevelValue(node.name, frame);
    case "ThisExpression":
      return frame.self ?? nothing;
    case "MemberExpression":
      return member(node, frame);
    case "CallExpression":
      return evaluateCall(node, frame);
    case "NewExpression":
      return evaluateNew(node, frame);
    case "TaggedTemplateExpression":
      return evaluateTagged(node, frame);
    case "AssignmentExpression":
      return assign(node, frame);
    case "BinaryExpression":
      return node.operator === "+" ? joined(node, frame) : compare(node, frame);
    case "ConditionalExpression":
      return conditional(node, frame);
    case "LogicalExpression":
      return logical(node, frame);
    default:
      return other(node, frame);
  }
}

// --- inside ---

function other(node: Node, frame: Frame): Value {
  switch (node.type) {
    case "ArrayExpression":
      return list(node, frame);
    case "ObjectExpression":
      return object(node, frame);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "FunctionDeclaration":
      return closure(node, frame);
    case "ClassExpression":
      return { taints: [], known: { kind: "class", node, module: frame.module } };
    case "ImportExpression":
      return dynamicImport(node, frame);
    case "AwaitExpression":
    case "UnaryExpression":
      return unary(node, frame);
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
      return evaluate(node.expression, frame);
    case "SequenceExpression":
      return node.expressions.map((one) => evaluate(one, frame)).at(-1) ?? nothing;
    case "SpreadElement":
      return elementOf(evaluate(node.argument, frame));
    case "YieldExpression":
      return node.argument === null ? nothing : evaluate(node.argument, frame);
    case "MetaProperty":
      return refValue("import.meta");
    default:
      for (const child of childNodes(node)) {
        if (!child.type.startsWith("TS")) evaluate(child, frame);
      }
      return nothing;
  }
}

function literal(node: Extract<Node, { type: "Literal" }>): Value {
  if (typeof node.value === "string") return textValue(node.value);
  if ("regex" in node) return { taints: [], known: { kind: "regex", source: node.regex.pattern } };
  return { taints: [], known: { kind: "literal", value: node.value } };
}

function template(node: Extract<Node, { type: "TemplateLiteral" }>, frame: Frame): Value {
  const values: Value[] = [];
  for (const [at, quasi] of node.quasis.entries()) {
    values.push(textValue(quasi.value.cooked ?? ""));
    const hole = node.expressions[at];
    if (hole !== undefined) values.push(evaluate(hole, frame));
  }
  return withStep(joinTexts(values), `put into a text at ${placeText(frame, node)}`);
}

function joined(node: Extract<Node, { type: "BinaryExpression" }>, frame: Frame): Value {
  const values = [evaluate(node.left, frame), evaluate(node.right, frame)];
  const isText = values.some(({ known, taints }) => known?.kind === "text" || taints.length > 0);
  if (!isText) return nothing;
  return withStep(joinTexts(values), `put into a text at ${placeText(frame, node)}`);
}

function member(node: Extract<Node, { type: "MemberExpression" }>, frame: Frame): Value {
  const value = node.object.type === "Super" ? nothing : evaluate(node.object, frame);
  if (!node.computed) return readField(value, memberName(node.property));
  const key = evaluate(node.property, frame);
  const text = constantText(key) ?? literalKey(key);
  return text === undefined ? readAnyField(value, key) : readField(value, text);
}

function literalKey({ known }: Value): string | undefined {
  return known?.kind === "literal" ? String(known.value) : undefined;
}

function conditional(node: Extract<Node, { type: "ConditionalExpression" }>, frame: Frame): Value {
  const checks = evaluateCondition(node.test, frame);
  const values: Value[] = [];
  const branches = [
    { branch: node.consequent, isTrue: true },
    { branch: node.alternate, isTrue: false },
  ];
  for (const { branch, isTrue } of branches) {
    const active = checksThatHold(checks, isTrue);
    inBlock(frame, active, () => {
      values.push(withChecks(evaluate(branch, frame), frame, active.length));
    });
  }
  return eitherOf(values);
}

/** What was checked for this branch only goes with its value out of the branch. */
function withChecks(value: Value, frame: Frame, count: number): Value {
  const checks = frame.scope.checks.slice(0, count);
  return mapTaints(value, (taint) => {
    const about = checks.filter(({ taints }) => taints.some((checked) => isAbout(checked, taint)));
    return about.length === 0 ? taint : { ...taint, safe: [...taint.safe, ...about] };
  });
}

function logical(node: Extract<Node, { type: "LogicalExpression" }>, frame: Frame): Value {
  const checks = evaluateCondition(node.left, frame);
  const values: Value[] = [];
  if (node.operator !== "&&") values.push(evaluate(node.left, frame));
  inBlock(frame, checksThatHold(checks, node.operator === "&&"), () => {
    values.push(evaluate(node.right, frame));
  });
  const all = values.flatMap(({ known }) => (known?.kind === "checked" ? known.checks : []));
  const every = [...checks, ...all];
  if (every.length > 0) return { ...eitherOf(values), known: { kind: "checked", checks: every } };
  return eitherOf(values);
}

function list(node: Extract<Node, { type: "ArrayExpression" }>, frame: Frame): Value {
  const items: Value[] = [];
  for (const element of node.elements) {
    if (element === null) continue;
    if (element.type !== "SpreadElement") {
      items.push(evaluate(element, frame));
      continue;
    }
    const value = evaluate(element.argument, frame);
    if (value.known?.kind === "list") items.push(...value.known.items);
    else items.push(elementOf(value));
  }
  return { taints: [], known: { kind: "list", items } };
}

function object(node: Extract<Node, { type: "ObjectExpression" }>, frame: Frame): Value {
  const fields = new Map<string, Value>();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const value = evaluate(property.argument, frame);
      if (value.known?.kind === "object") {
        for (const [key, field] of value.known.fields) fields.set(key, field);
      } else fields.set(spreadField, value);
      continue;
    }
    const value = evaluate(property.value, frame);
    if (!property.computed) fields.set(writtenName(property.key), value);
    else {
      const key = evaluate(property.key, frame);
      fields.set(constantText(key) ?? spreadField, value);
    }
  }
  return { taints: [], known: { kind: "object", fields } };
}

/** A function inside of the code that is read; what it does with what it sees is read at once. */
function closure(node: FunctionNode | ArrowFunctionExpression, frame: Frame): Value {
  const known: FunctionValue = {
    kind: "function",
    name: node.id?.name ?? "a function",
    node,
    module: frame.module,
    closure: frame.scope,
    self: frame.self,
  };
  // Called by whoever gets it, if at all: what it checks is not checked here.
  frame.reader.invoke(known, [], frame);
  return { taints: [], known };
}

function dynamicImport(node: Extract<Node, { type: "ImportExpression" }>, frame: Frame): Value {
  const value = evaluate(node.source, frame);
  const hit = importHit("import()", value);
  if (hit !== undefined) frame.trace.hit(hit, frame, node);
  const specifier = constantText(value);
  if (specifier === undefined) return nothing;
  return importedValue({ specifier, name: "*" }, frame.module, frame);
}

function unary(
  node: Extract<Node, { type: "AwaitExpression" | "UnaryExpression" }>,
  frame: Frame,
): Value {
  const value = evaluate(node.argument, frame);
  if (node.type === "AwaitExpression") return value;
  if (node.operator === "!") {
    const checks = value.known?.kind === "checked" ? value.known.checks : [];
    if (checks.length === 0) return nothing;
    return { taints: [], known: { kind: "checked", checks: negated(checks) } };
  }
  return node.operator === "typeof" ? { taints: value.taints } : nothing;
}
