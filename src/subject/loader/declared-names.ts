import { type Node, type Program, visitorKeys } from "oxc-parser";

/** For each node that opens a scope: which of the interesting names it declares. */
export type DeclaredNames = ReadonlyMap<Node, ReadonlySet<string>>;

/**
 * Finds where `names` are declared again below module scope, so that a use there is known to mean
 * something else.
 */
export function findDeclaredNames(program: Program, names: ReadonlySet<string>): DeclaredNames {
  const declared = new Map<Node, Set<string>>();
  const declare = (scope: Node, name: string): void => {
    if (!names.has(name)) return;
    const known = declared.get(scope);
    if (known === undefined) declared.set(scope, new Set([name]));
    else known.add(name);
  };
  // A stack of our own: generated code nests deeper than calls can.
  const pending: { node: Node; scopes: Scopes }[] = [
    { node: program, scopes: { block: program, hoisted: program } },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    declareHere(next.node, next.scopes, declare);
    const scopes = scopesInside(next.node, next.scopes);
    for (const node of childNodes(next.node)) pending.push({ node, scopes });
  }
  return declared;
}

/** The nodes directly below a node, in source order. */
export function childNodes(node: Node): Node[] {
  const children: Node[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    const value: unknown = Reflect.get(node, key);
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) {
      children.push(value);
    }
  }
  return children;
}

/** A node and all below it, parents first, in source order. */
export function* walkNodes(root: Node): Generator<Node> {
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    // One by one: a literal of a hundred thousand elements is too long for one call.
    for (const child of childNodes(node).toReversed()) pending.push(child);
  }
}

/** The names a binding pattern introduces. */
export function* patternNames(pattern: Node | null): Generator<string> {
  switch (pattern?.type) {
    case "Identifier":
      yield pattern.name;
      return;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        yield* patternNames(property.type === "RestElement" ? property.argument : property.value);
      }
      return;
    case "ArrayPattern":
      for (const element of pattern.elements) yield* patternNames(element);
      return;
    case "AssignmentPattern":
      yield* patternNames(pattern.left);
      return;
    case "RestElement":
      yield* patternNames(pattern.argument);
      return;
    default:
  }
}

// --- inside ---

/** Where `let` and where `var` land. */
interface Scopes {
  readonly block: Node;
  readonly hoisted: Node;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

type Declare = (scope: Node, name: string) => void;

function declareHere(node: Node, scopes: Scopes, declare: Declare): void {
  switch (node.type) {
    case "VariableDeclaration": {
      const scope = node.kind === "var" ? scopes.hoisted : scopes.block;
      for (const { id } of node.declarations) {
        for (const name of patternNames(id)) declare(scope, name);
      }
      return;
    }
    case "FunctionDeclaration":
    case "ClassDeclaration":
      if (node.id !== null) declare(scopes.block, node.id.name);
      if (node.type === "FunctionDeclaration") declareParameters(node, declare);
      return;
    case "FunctionExpression":
    case "ClassExpression":
      if (node.id !== null) declare(node, node.id.name);
      if (node.type === "FunctionExpression") declareParameters(node, declare);
      return;
    case "ArrowFunctionExpression":
      declareParameters(node, declare);
      return;
    case "CatchClause":
      for (const name of patternNames(node.param)) declare(node, name);
      return;
    default:
  }
}

function declareParameters(node: Node & { params: readonly Node[] }, declare: Declare): void {
  for (const parameter of node.params) {
    for (const name of patternNames(parameter)) declare(node, name);
  }
}

function scopesInside(node: Node, scopes: Scopes): Scopes {
  switch (node.type) {
    case "StaticBlock":
      return { block: node, hoisted: node };
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      // A `var` belongs to the body, not to the function: parameter defaults do not see it.
      return node.body?.type === "BlockStatement"
        ? { block: node.body, hoisted: node.body }
        : { block: node, hoisted: node };
    case "BlockStatement":
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "SwitchStatement":
      return { block: node, hoisted: scopes.hoisted };
    default:
      return scopes;
  }
}
