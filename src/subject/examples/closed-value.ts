import type { Node } from "oxc-parser";

/** Whether an expression is a value that is written out, so that it cannot mean anything else. */
export function isClosedValue(node: Node): boolean {
  switch (node.type) {
    case "Literal":
      return true;
    case "TemplateLiteral":
      return node.expressions.length === 0;
    case "Identifier":
      return node.name === "undefined" || node.name === "NaN" || node.name === "Infinity";
    case "UnaryExpression":
      return (node.operator === "-" || node.operator === "+") && isClosedValue(node.argument);
    case "ArrayExpression":
      return node.elements.every(
        (item) => item !== null && item.type !== "SpreadElement" && isClosedValue(item),
      );
    case "ObjectExpression":
      return node.properties.every(
        (one) =>
          one.type === "Property" &&
          !one.computed &&
          !one.shorthand &&
          !one.method &&
          isClosedValue(one.value),
      );
    case "NewExpression":
      return (
        node.callee.type === "Identifier" &&
        /^(?:Date|Map|Set|URL)$/u.test(node.callee.name) &&
        node.arguments.length > 0 &&
        node.arguments.every((one) => one.type !== "SpreadElement" && isClosedValue(one))
      );
    default:
      return false;
  }
}
