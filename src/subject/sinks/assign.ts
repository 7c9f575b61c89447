import type { Node } from "oxc-parser";
import { type Frame, placeText } from "./frame.ts";
import { memberName } from "./read-field.ts";
import { environmentHits, pollutionHit } from "./rules/data-rules.ts";
import { constantText, eitherOf, joinTexts, spreadField, type Value, withStep } from "./value.ts";

/** Reads an assignment: a name or a field gets a value, and some fields are sinks. */
export function assign(node: Extract<Node, { type: "AssignmentExpression" }>, frame: Frame): Value {
  const given = frame.reader.evaluate(node.right, frame);
  const { left } = node;
  switch (left.type) {
    case "Identifier": {
      const before = frame.scope.find(left.name);
      const value = combined(node.operator, before, given);
      frame.scope.assign(left.name, value);
      return value;
    }
    case "MemberExpression":
      assignField(left, combined(node.operator, undefined, given), frame);
      return given;
    case "ObjectPattern":
    case "ArrayPattern":
      frame.reader.bind(left, given, frame);
      return given;
    default:
      return given;
  }
}

// --- inside ---

function combined(operator: string, before: Value | undefined, given: Value): Value {
  if (before === undefined || operator === "=") return given;
  return operator === "+=" ? joinTexts([before, given]) : eitherOf([before, given]);
}

function assignField(
  left: Extract<Node, { type: "MemberExpression" }>,
  value: Value,
  frame: Frame,
): void {
  const object =
    left.object.type === "Super" ? undefined : frame.reader.evaluate(left.object, frame);
  if (object === undefined) return;
  const key = left.computed ? frame.reader.evaluate(left.property, frame) : undefined;
  const name = key === undefined ? memberName(left.property) : constantText(key);
  const hits = [
    ...environmentHits(object, { name, key, value }),
    ...(key === undefined ? [] : pollutionHit(object, key)),
  ];
  for (const hit of hits) frame.trace.hit(hit, frame, left);
  const { known } = object;
  if (known?.kind !== "object" && known?.kind !== "instance") return;
  const isOfInstance = known.kind === "instance" && name !== undefined;
  const kept = isOfInstance ? keptIn(value, `this.${name}`, frame, left) : value;
  const before = known.fields.get(name ?? spreadField);
  known.fields.set(name ?? spreadField, before === undefined ? kept : eitherOf([kept, before]));
}

function keptIn(value: Value, field: string, frame: Frame, node: Node): Value {
  const isList = value.known?.kind === "list" || value.known?.kind === "object";
  return isList ? value : withStep(value, `kept in \`${field}\` at ${placeText(frame, node)}`);
}
