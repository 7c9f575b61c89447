import type { Node } from "oxc-parser";

/** A decorator by its name, with what it is called with: `@Post(":id")`. */
export interface FoundDecorator {
  readonly name: string;
  readonly arguments: readonly Node[];
}

/** The decorators of a class, a member or a parameter. */
export function decoratorsOf(node: Node): readonly FoundDecorator[] {
  // Not every node has them in the types of the parser; those of parameters are not told apart.
  const { decorators = [] } = node as { readonly decorators?: readonly Node[] };
  return decorators.flatMap((decorator) => {
    if (decorator.type !== "Decorator" || decorator.expression.type !== "CallExpression") return [];
    const { callee, arguments: given } = decorator.expression;
    return callee.type === "Identifier" ? [{ name: callee.name, arguments: given }] : [];
  });
}

/** The decorator of a name. */
export function decorated(node: Node, name: string): FoundDecorator | undefined {
  return decoratorsOf(node).find((decorator) => decorator.name === name);
}

/** A text that stands there as it is. */
export function writtenText(node: Node | null | undefined): string | undefined {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** The value of a key of an object that stands there as it is. */
export function valueAt(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== "ObjectExpression") return undefined;
  for (const property of node.properties) {
    if (property.type !== "Property" || property.computed) continue;
    const { key: found } = property;
    const name = found.type === "Identifier" ? found.name : writtenText(found);
    if (name === key) return property.value;
  }
  return undefined;
}
