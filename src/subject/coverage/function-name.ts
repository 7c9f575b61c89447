import type { Node } from "oxc-parser";

/** What a function is called where it is defined: by itself, or by what it is given to. */
export function functionName(node: Node, parent: Node | undefined): string | undefined {
  if ("id" in node && node.id?.type === "Identifier") return node.id.name;
  switch (parent?.type) {
    case "VariableDeclarator":
      return nameOf(parent.id);
    case "AssignmentExpression":
      return nameOf(parent.left);
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.computed ? undefined : nameOf(parent.key);
    default:
      return undefined;
  }
}

// --- inside ---

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "PrivateIdentifier":
      return `#${node.name}`;
    case "Literal":
      return typeof node.value === "string" ? node.value : undefined;
    case "MemberExpression":
      return node.computed ? undefined : nameOf(node.property);
    default:
      return undefined;
  }
}
