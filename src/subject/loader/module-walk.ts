import type { Node, Program } from "oxc-parser";
import { childNodes, type DeclaredNames, findDeclaredNames } from "./declared-names.ts";
import type { Use, WalkEvents } from "./walk-events.ts";

/**
 * Walks a module once, resolving `names` by scope: a parameter that happens to have the name is not
 * a use.
 */
export function walkModule(program: Program, names: ReadonlySet<string>, events: WalkEvents): void {
  new ModuleWalk(findDeclaredNames(program, names), names, events).run(program);
}

// --- inside ---

type Context = Use["how"] | "declare";

interface Visit {
  readonly node: Node;
  readonly parent: Node;
  readonly context: Context;
}

/** A node to visit, or a change to where the walk is. */
type Step = Visit | (() => void);

/** Holds where the walk is; one object per walk. */
class ModuleWalk {
  readonly #declared: DeclaredNames;
  readonly #names: ReadonlySet<string>;
  readonly #events: WalkEvents;
  /** How many open scopes hide each name. */
  readonly #hidden = new Map<string, number>();
  readonly #statementStarts = new Set<number>();
  readonly #ancestors: Node[] = [];
  /**
   * What is still to do, the next at the end: a stack of our own, since code nests deeper than
   * calls can.
   */
  readonly #steps: Step[] = [];
  /** What the step at hand asks to be done, in order. */
  readonly #next: Step[] = [];
  #functionDepth = 0;
  #thisOwner: Node | undefined;
  #labelsStart: number | undefined;

  constructor(declared: DeclaredNames, names: ReadonlySet<string>, events: WalkEvents) {
    this.#declared = declared;
    this.#names = names;
    this.#events = events;
  }

  run(program: Program): void {
    this.#walkChildren(program);
    this.#schedule();
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if (typeof step === "function") step();
      else this.#enter(step);
      this.#schedule();
    }
  }

  /** Puts what a step asked for before everything that waits, in order. */
  #schedule(): void {
    for (let step = this.#next.pop(); step !== undefined; step = this.#next.pop()) {
      this.#steps.push(step);
    }
  }

  #walkChildren(node: Node): void {
    for (const child of childNodes(node)) {
      // Only in a list can a missing semicolon glue a statement to the one above.
      if (isStatementList(node) && child.type === "ExpressionStatement") {
        this.#statementStarts.add(child.start);
      }
      this.#visit(child, node, "read");
    }
  }

  #visit(node: Node, parent: Node, context: Context): void {
    this.#next.push({ node, parent, context });
  }

  #enter({ node, parent, context }: Visit): void {
    this.#events.enter(node, {
      functionDepth: this.#functionDepth,
      thisOwner: this.#thisOwner,
      startsStatement: this.#statementStarts.has(node.start),
      parent,
      labelsStart: parent.type === "LabeledStatement" ? this.#labelsStart : undefined,
    });
    const hidden = this.#declared.get(node);
    if (hidden !== undefined) for (const name of hidden) this.#hide(name, 1);
    this.#ancestors.push(parent);
    if (isFunctionLike(node)) this.#visitFunction(node);
    else this.#visitPlain(node, parent, context);
    this.#next.push(() => {
      this.#ancestors.pop();
      if (hidden !== undefined) for (const name of hidden) this.#hide(name, -1);
    });
  }

  #hide(name: string, by: 1 | -1): void {
    this.#hidden.set(name, (this.#hidden.get(name) ?? 0) + by);
  }

  #visitFunction(node: FunctionLike): void {
    const owner = node.type === "ArrowFunctionExpression" ? this.#thisOwner : node;
    this.#insideFunction(owner, () => {
      for (const parameter of node.params) this.#visit(parameter, node, "declare");
      if (node.body !== null) this.#visit(node.body, node, "read");
    });
  }

  /** What `ask` asks for happens one function deeper, where `this` belongs to `owner`. */
  #insideFunction(owner: Node | undefined, ask: () => void): void {
    const outer = this.#thisOwner;
    this.#next.push(() => {
      this.#thisOwner = owner;
      this.#functionDepth += 1;
    });
    ask();
    this.#next.push(() => {
      this.#thisOwner = outer;
      this.#functionDepth -= 1;
    });
  }

  #visitPlain(node: Node, parent: Node, context: Context): void {
    switch (node.type) {
      case "Identifier":
        if (context !== "declare") this.#reportUse(node, parent, context);
        return;
      case "ParenthesizedExpression":
        // `(f)()` calls f as `f()` does, and `(a) = 1` assigns to a.
        this.#visit(node.expression, node, context === "shorthand" ? "read" : context);
        return;
      case "MemberExpression":
        this.#visit(node.object, node, objectContext(context));
        if (node.computed) this.#visit(node.property, node, "read");
        return;
      case "Property":
        this.#visitProperty(node, context);
        return;
      case "MethodDefinition":
      case "PropertyDefinition":
      case "AccessorProperty":
        this.#visitClassMember(node);
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        for (const decorator of node.decorators) this.#visit(decorator, node, "read");
        if (node.superClass !== null) this.#visit(node.superClass, node, "read");
        this.#visit(node.body, node, "read");
        return;
      case "LabeledStatement":
        if (parent.type !== "LabeledStatement") this.#labelsStart = node.start;
        this.#visit(node.body, node, "read");
        return;
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
      case "ImportDeclaration":
      case "ExportAllDeclaration":
        return;
      case "ExportNamedDeclaration":
        if (node.declaration !== null) this.#visit(node.declaration, node, "read");
        return;
      default:
        this.#visitOperator(node, context);
    }
  }

  #visitOperator(node: Node, context: Context): void {
    switch (node.type) {
      case "CallExpression":
        this.#visit(node.callee, node, "call");
        for (const argument of node.arguments) this.#visit(argument, node, "read");
        return;
      case "TaggedTemplateExpression":
        this.#visit(node.tag, node, "call");
        this.#visit(node.quasi, node, "read");
        return;
      case "AssignmentExpression":
        this.#visit(node.left, node, "write");
        this.#visit(node.right, node, "read");
        return;
      case "UpdateExpression":
        this.#visit(node.argument, node, "write");
        return;
      case "UnaryExpression":
        this.#visit(node.argument, node, node.operator === "delete" ? "write" : "read");
        return;
      case "ChainExpression":
        this.#visit(node.expression, node, context);
        return;
      case "ForInStatement":
      case "ForOfStatement":
        this.#visit(node.left, node, node.left.type === "VariableDeclaration" ? "read" : "write");
        this.#visit(node.right, node, "read");
        this.#visit(node.body, node, "read");
        return;
      case "VariableDeclarator":
        this.#visit(node.id, node, "declare");
        if (node.init !== null) this.#visit(node.init, node, "read");
        return;
      case "CatchClause":
        if (node.param !== null) this.#visit(node.param, node, "declare");
        this.#visit(node.body, node, "read");
        return;
      case "AssignmentPattern":
        this.#visit(node.left, node, context);
        this.#visit(node.right, node, "read");
        return;
      case "ArrayPattern":
      case "ObjectPattern":
      case "RestElement":
        for (const child of childNodes(node)) this.#visit(child, node, context);
        return;
      default:
        this.#walkChildren(node);
    }
  }

  #visitProperty(node: Extract<Node, { type: "Property" }>, context: Context): void {
    if (node.computed) this.#visit(node.key, node, "read");
    const isTarget = context === "write" || context === "declare";
    if (isTarget) this.#visit(node.value, node, context);
    else this.#visit(node.value, node, node.shorthand ? "shorthand" : "read");
  }

  #visitClassMember(
    node: Extract<Node, { decorators: unknown; computed: boolean; static: boolean }>,
  ): void {
    for (const decorator of node.decorators) this.#visit(decorator, node, "read");
    if (node.computed) this.#visit(node.key, node, "read");
    if (node.value === null) return;
    if (node.type === "MethodDefinition") {
      this.#visit(node.value, node, "read");
      return;
    }
    // A field's value is computed by a hidden function with its own `this`.
    const { value } = node;
    this.#insideFunction(node, () => {
      this.#visit(value, node, "read");
    });
  }

  #reportUse(node: Use["node"], parent: Node, how: Use["how"]): void {
    if (!this.#names.has(node.name) || (this.#hidden.get(node.name) ?? 0) > 0) return;
    this.#events.use({
      node,
      how,
      parent,
      grandparent: this.#ancestors.at(-2),
      functionDepth: this.#functionDepth,
      startsStatement: this.#statementStarts.has(node.start),
    });
  }
}

type FunctionLike = Node & {
  type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression";
};

function isFunctionLike(node: Node): node is FunctionLike {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

function objectContext(member: Context): Context {
  if (member === "call") return "receiver";
  return member === "write" || member === "target" ? "target" : "read";
}

function isStatementList(node: Node): boolean {
  return (
    node.type === "Program" ||
    node.type === "BlockStatement" ||
    node.type === "StaticBlock" ||
    node.type === "SwitchCase"
  );
}
