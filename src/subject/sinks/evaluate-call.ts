import type { Node } from "oxc-parser";
import { checkedValue } from "./compare.ts";
import { makeInstance } from "./instance.ts";
import type { CallSite, Frame } from "./frame.ts";
import { checksOfCall } from "./known-checks.ts";
import { addToList, methodResult, resultOf } from "./known-results.ts";
import { elementOf, memberName, readField } from "./read-field.ts";
import { hitsOf, taggedHits } from "./rules/rules.ts";
import { importedValue } from "./top-level.ts";
import {
  constantText,
  eitherOf,
  joinTexts,
  nothing,
  refOf,
  textValue,
  type Value,
} from "./value.ts";

/** Reads a call: its sinks, what it checks, and what it gives. */
export function evaluateCall(node: Extract<Node, { type: "CallExpression" }>, frame: Frame): Value {
  const callee = withoutWrapping(node.callee);
  const { receiver, target } = readCallee(callee, frame);
  const args = readArguments(node.arguments, frame);
  const method = callee.type === "MemberExpression" ? methodName(callee) : undefined;
  const site: CallSite = { ref: refOf(target), method, receiver, args, isNew: false };
  frame.trace.met(site, frame, node);
  for (const hit of hitsOf(site)) frame.trace.hit(hit, frame, node);
  const required = requiredModule(site, frame);
  if (required !== undefined) return required;
  if (target.known?.kind === "function") {
    const { value, checks } = frame.reader.invoke(target.known, args, frame);
    frame.scope.checks.push(...checks);
    return value;
  }
  runCallbacks(site, frame);
  addToList(site);
  const checks = checksOfCall(site, callee);
  if (checks.length > 0) return checkedValue(checks);
  if (site.ref !== undefined && !isOfParameter(receiver)) return resultOf(site);
  return mapped(site, frame) ?? methodResult(site);
}

/** Reads `new X(…)`. */
export function evaluateNew(node: Extract<Node, { type: "NewExpression" }>, frame: Frame): Value {
  const target = frame.reader.evaluate(node.callee, frame);
  const args = readArguments(node.arguments, frame);
  if (target.known?.kind === "class") return makeInstance(target.known, args, frame);
  const site: CallSite = {
    ref: refOf(target),
    method: undefined,
    receiver: undefined,
    args,
    isNew: true,
  };
  frame.trace.met(site, frame, node);
  for (const hit of hitsOf(site)) frame.trace.hit(hit, frame, node);
  return resultOf(site);
}

/** Reads a tagged template, whose holes the tag gets apart from its text. */
export function evaluateTagged(
  node: Extract<Node, { type: "TaggedTemplateExpression" }>,
  frame: Frame,
): Value {
  const target = frame.reader.evaluate(node.tag, frame);
  const values: Value[] = [];
  for (const [at, quasi] of node.quasi.quasis.entries()) {
    values.push(textValue(quasi.value.cooked ?? ""));
    const hole = node.quasi.expressions[at];
    if (hole !== undefined) values.push(frame.reader.evaluate(hole, frame));
  }
  const ref = refOf(target);
  if (ref === undefined) return nothing;
  const text = joinTexts(values);
  const site = { ref, method: undefined, receiver: undefined, args: [text], isNew: false };
  frame.trace.met(site, frame, node);
  for (const hit of taggedHits(ref, text)) frame.trace.hit(hit, frame, node);
  return ref === "String.raw" ? text : nothing;
}

// --- inside ---

function readCallee(
  callee: Node,
  frame: Frame,
): { readonly receiver: Value | undefined; readonly target: Value } {
  if (callee.type !== "MemberExpression" || callee.object.type === "Super") {
    return { receiver: undefined, target: frame.reader.evaluate(callee, frame) };
  }
  // Read once: in a long chain of calls, each one stands inside the next.
  const receiver = frame.reader.evaluate(callee.object, frame);
  if (!callee.computed)
    return { receiver, target: readField(receiver, memberName(callee.property)) };
  const key = constantText(frame.reader.evaluate(callee.property, frame));
  return { receiver, target: key === undefined ? nothing : readField(receiver, key) };
}

/** `require("node:fs")`. */
function requiredModule({ ref, args }: CallSite, frame: Frame): Value | undefined {
  const isRequire = ref === "require" || ref === "module.createRequire()";
  const specifier = isRequire ? constantText(args[0] ?? nothing) : undefined;
  if (specifier === undefined) return undefined;
  return importedValue({ specifier, name: "*" }, frame.module, frame);
}

function readArguments(nodes: readonly Node[], frame: Frame): readonly Value[] {
  return nodes.flatMap((node) => {
    if (node.type !== "SpreadElement") return [frame.reader.evaluate(node, frame)];
    const value = frame.reader.evaluate(node.argument, frame);
    return value.known?.kind === "list" ? value.known.items : [elementOf(value)];
  });
}

/** Functions that are called with the elements of a list, or with what a promise holds. */
const eachMethods = /^(map|forEach|filter|flatMap|some|every|find|findIndex|sort|then|reduce)$/;

function runCallbacks({ method, receiver, args }: CallSite, frame: Frame): void {
  if (method === undefined || receiver === undefined || !eachMethods.test(method)) return;
  if (method === "map" || method === "flatMap" || method === "then") return;
  const given = callbackArguments(method, receiver, args);
  for (const { known } of args) {
    if (known?.kind === "function") frame.reader.invoke(known, given, frame);
  }
}

function callbackArguments(
  method: string,
  receiver: Value,
  args: readonly Value[],
): readonly Value[] {
  const one = method === "then" ? receiver : elementOf(receiver);
  return method === "reduce" ? [args[1] ?? nothing, one] : [one];
}

/** `map`, `flatMap` and `then` give what their callback makes. */
function mapped({ method, receiver, args }: CallSite, frame: Frame): Value | undefined {
  const [first] = args;
  if (receiver === undefined || first?.known?.kind !== "function") return undefined;
  if (method !== "map" && method !== "flatMap" && method !== "then") return undefined;
  const given = callbackArguments(method, receiver, args);
  const { value } = frame.reader.invoke(first.known, given, frame);
  if (method === "then") return value;
  const { known } = receiver;
  const items = known?.kind === "list" && known.items.length > 1 ? [value, value] : [value];
  return { taints: [], known: { kind: "list", items: items.map((one) => eitherOf([one])) } };
}

/** Whether what is called is a method of a text or a list, of which it gives a part. */
function isOfParameter(value: Value | undefined): boolean {
  if (value === undefined) return false;
  return value.known?.kind === "text" || value.known?.kind === "list" || value.taints.length > 0;
}

function methodName(callee: Extract<Node, { type: "MemberExpression" }>): string | undefined {
  return callee.computed ? undefined : memberName(callee.property);
}

function withoutWrapping(node: Node): Node {
  let inner = node;
  while (
    inner.type === "ParenthesizedExpression" ||
    inner.type === "TSNonNullExpression" ||
    inner.type === "TSAsExpression" ||
    inner.type === "ChainExpression"
  ) {
    inner = inner.expression;
  }
  return inner;
}
