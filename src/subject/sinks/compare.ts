import type { Node } from "oxc-parser";
import type { Frame } from "./frame.ts";
import { isList } from "./known-checks.ts";
import { type Check, constantText, nothing, taintsOf, type Value } from "./value.ts";

/** Reads a comparison; what it says of a parameter is a check. */
export function compare(node: Extract<Node, { type: "BinaryExpression" }>, frame: Frame): Value {
  const left = frame.reader.evaluate(node.left, frame);
  const right = frame.reader.evaluate(node.right, frame);
  if (node.operator === "in") {
    return isList(right, node.right) ? checkedValue([listed(left)]) : nothing;
  }
  if (!/^[!=]==?$/.test(node.operator)) return nothing;
  const isEqual = node.operator.startsWith("=");
  const check = typeCheck(node, left, right) ?? equality(left, right) ?? equality(right, left);
  if (check === undefined) return nothing;
  return checkedValue([{ ...check, holds: holdsFor(check, isEqual) }]);
}

/** A value that says whether checks came out true. */
export function checkedValue(checks: readonly Check[]): Value {
  const about = checks.filter(({ taints }) => taints.length > 0);
  return about.length === 0 ? nothing : { taints: [], known: { kind: "checked", checks: about } };
}

// --- inside ---

const polluting: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function listed(key: Value): Check {
  const text = "looked up in a fixed table";
  return { kinds: "all", text, taints: taintsOf(key), holds: "either way" };
}

function holdsFor({ holds }: Check, isEqual: boolean): Check["holds"] {
  if (holds === "either way") return holds;
  return isEqual ? "if true" : "if false";
}

/** `typeof x === "number"`. */
function typeCheck(
  node: Extract<Node, { type: "BinaryExpression" }>,
  left: Value,
  right: Value,
): Check | undefined {
  const isTypeof = node.left.type === "UnaryExpression" && node.left.operator === "typeof";
  if (!isTypeof) return undefined;
  const type = constantText(right) ?? "";
  const isHarmless = ["number", "boolean", "bigint", "undefined"].includes(type);
  const taints = isHarmless ? left.taints : [];
  return { kinds: "all", text: `is a ${type}`, taints, holds: "if true" };
}

function equality(value: Value, other: Value): Check | undefined {
  const taints = taintsOf(value);
  if (taints.length === 0) return undefined;
  const text = constantText(other);
  if (text !== undefined && polluting.has(text)) {
    return {
      kinds: ["prototype pollution"],
      text: `refuses \`${text}\``,
      taints,
      holds: "either way",
    };
  }
  const isKnown = text !== undefined || other.known?.kind === "literal";
  // Compared with something that no parameter can change, such as the host of a fixed address.
  const isFixed = isKnown || (taintsOf(other).length === 0 && other.known !== undefined);
  if (!isFixed) return undefined;
  const shown = text === undefined ? "a fixed value" : `\`${text}\``;
  return { kinds: "all", text: `compared with ${shown}`, taints, holds: "if true" };
}
