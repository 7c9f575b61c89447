import type { Class, Node, Program } from "oxc-parser";
import { childNodes } from "../loader/declared-names.ts";
import { exportName } from "../loader/module-entries.ts";
import type { Alias, Definition, Definitions } from "./definition.ts";
import { isFunction } from "./function-parts.ts";

/**
 * Finds everything in a file that a seam can name: functions, methods and what is assigned to a
 * name, with what stands inside of them, so that `createGateway.charge` is the function of that
 * name that `createGateway` makes.
 */
export function findDefinitions(program: Program): Definitions {
  return new Finder().find(program);
}

// --- inside ---

const rankMax = 8; // what is further from its name than this has no name

type Path = readonly string[];

/** Something that is still to be looked at; what it defines is named below `path`. */
interface Pending {
  readonly node: Node;
  readonly path: Path;
  readonly rank: number;
}

interface Value extends Pending {
  readonly holder: Node;
  readonly isDefault?: boolean;
  readonly owner?: Class;
}

/** Collects while it looks; one object per file, and a stack of its own, since code nests deep. */
class Finder {
  readonly #found: Definition[] = [];
  readonly #aliases: Alias[] = [];
  readonly #pending: Pending[] = [];

  find(program: Program): Definitions {
    this.#inside(program, [], 0);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#visit(next);
    }
    return { found: this.#found, aliases: this.#aliases };
  }

  #inside(node: Node, path: Path, rank: number): void {
    for (const child of childNodes(node)) this.#pending.push({ node: child, path, rank });
  }

  #visit({ node, path, rank }: Pending): void {
    if (rank > rankMax) return;
    switch (node.type) {
      case "FunctionDeclaration":
      case "ClassDeclaration":
        if (node.id !== null) {
          this.#define({ node, holder: node, path: [...path, node.id.name], rank });
        }
        return;
      case "VariableDeclarator":
        this.#declare(node, path, rank);
        return;
      case "AssignmentExpression":
        this.#assign(node, path, rank);
        return;
      case "ExportDefaultDeclaration":
        this.#exportDefault(node.declaration);
        return;
      case "ExportNamedDeclaration":
        this.#exportNamed(node);
        return;
      case "ReturnStatement":
        if (node.argument !== null) this.#members(node.argument, path, rank);
        return;
      case "ObjectExpression":
      case "ClassExpression":
        this.#members(node, path, rank + 1);
        return;
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.#members(node, path, rank + 1);
        return;
      default:
        this.#inside(node, path, rank);
    }
  }

  #declare(node: Extract<Node, { type: "VariableDeclarator" }>, path: Path, rank: number): void {
    if (node.init === null) return;
    if (node.id.type !== "Identifier") {
      this.#inside(node.init, path, rank);
      return;
    }
    const { init } = node;
    this.#define({ node: init, holder: init, path: [...path, node.id.name], rank });
    // What a factory builds up in a variable is what it makes.
    if (path.length > 0) this.#members(init, path, rank + 1);
  }

  #assign(node: Extract<Node, { type: "AssignmentExpression" }>, path: Path, rank: number): void {
    const targets: Node[] = [];
    let value: Node = node;
    while (value.type === "AssignmentExpression") {
      targets.push(value.left);
      value = value.right;
    }
    for (const target of targets) {
      const named = assignedPath(target);
      if (named === undefined) continue;
      const own = named.isWhole ? named.parts : [...path, ...named.parts];
      this.#define({ node: value, holder: value, path: own, rank });
      // What is assigned to `module.exports` is also known by the names of its parts.
      if (named.isWhole && own[0] === "default") this.#members(value, own.slice(1), rank);
    }
  }

  #exportDefault(declaration: Node): void {
    this.#define({
      node: declaration,
      holder: declaration,
      path: ["default"],
      rank: 0,
      isDefault: true,
    });
    const isDeclaration =
      declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
    if (isDeclaration) this.#visit({ node: declaration, path: [], rank: 0 });
  }

  #exportNamed(node: Extract<Node, { type: "ExportNamedDeclaration" }>): void {
    if (node.declaration !== null) {
      this.#pending.push({ node: node.declaration, path: [], rank: 0 });
    }
    if (node.source !== null) return;
    for (const { local, exported } of node.specifiers) {
      const [name, target] = [exportName(exported), exportName(local)];
      if (name !== target) this.#aliases.push({ path: [name], targets: [[target]] });
    }
  }

  #define(value: Value): void {
    const { holder, path, rank, owner, isDefault = false } = value;
    const node = withoutParentheses(value.node);
    const isSame = holder === value.node;
    if (isFunction(node)) {
      this.#found.push({ path, node, holder: isSame ? node : holder, owner, rank, isDefault });
      this.#body(node, path, rank);
      return;
    }
    if (node.type === "Identifier") {
      const targets = path.map((_, index) => [...path.slice(0, index), node.name]).toReversed();
      this.#aliases.push({ path, targets });
      return;
    }
    if (mayBeFunction(node)) this.#found.push({ path, node, holder: node, owner, rank, isDefault });
    this.#members(node, path, rank);
  }

  #body(node: Extract<Node, { params: unknown; body: unknown }>, path: Path, rank: number): void {
    const { body } = node;
    if (body === null || Array.isArray(body)) return;
    if (body.type === "BlockStatement") this.#inside(body, path, rank);
    else this.#members(body, path, rank);
  }

  /** What an expression has under names of its own. */
  #members(expression: Node, path: Path, rank: number): void {
    const node = withoutParentheses(expression);
    if (rank > rankMax) return;
    switch (node.type) {
      case "ObjectExpression":
        for (const property of node.properties) this.#property(property, path, rank);
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        this.#class(node, path, rank);
        return;
      case "Identifier":
        if (path.length > 0) this.#aliases.push({ path, targets: [[...path, node.name]] });
        return;
      case "CallExpression":
      case "NewExpression":
        // `Object.freeze({ … })`, and a function that is called at once.
        for (const part of [node.callee, ...node.arguments]) this.#members(part, path, rank + 1);
        return;
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (node.id === null) this.#body(node, path, rank);
        else this.#define({ node, holder: node, path: [...path, node.id.name], rank });
        return;
      default:
        this.#inside(node, path, rank + 1);
    }
  }

  #property(property: Node, path: Path, rank: number): void {
    if (property.type !== "Property") return this.#inside(property, path, rank);
    const key = keyName(property);
    if (key === undefined || property.kind !== "init") return;
    const { value } = property;
    const holder = property.method ? property : value;
    this.#define({ node: value, holder, path: [...path, key], rank });
  }

  #class(node: Class, path: Path, rank: number): void {
    for (const member of node.body.body) {
      if (member.type === "StaticBlock") {
        this.#inside(member, path, rank);
        continue;
      }
      if (!("key" in member) || !("value" in member) || member.value === null) continue;
      const { value } = member;
      const isConstructor = member.type === "MethodDefinition" && member.kind === "constructor";
      if (isConstructor && isFunction(value)) this.#body(value, path, rank);
      const key = keyName(member);
      if (key === undefined || isConstructor) continue;
      if (member.type === "MethodDefinition" && member.kind !== "method") continue;
      const holder = member.type === "MethodDefinition" ? member : value;
      this.#define({ node: value, holder, owner: node, path: [...path, key], rank });
    }
  }
}

function withoutParentheses(node: Node): Node {
  let inner = node;
  while (inner.type === "ParenthesizedExpression") inner = inner.expression;
  return inner;
}

function keyName(member: { readonly key: Node; readonly computed: boolean }): string | undefined {
  const { key } = member;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  if (key.type === "Literal") return String(key.value);
  return key.type === "Identifier" && !member.computed ? key.name : undefined;
}

/** Whether an expression could give a function: a call, a choice, a property. */
function mayBeFunction({ type }: Node): boolean {
  return (
    type === "CallExpression" ||
    type === "MemberExpression" ||
    type === "ConditionalExpression" ||
    type === "LogicalExpression" ||
    type === "AwaitExpression"
  );
}

/** The name behind `exports.x`, `Gateway.prototype.x`, `this.x`, `x`; `isWhole` is from the top. */
function assignedPath(target: Node): { parts: Path; isWhole: boolean } | undefined {
  const parts: string[] = [];
  let node = target;
  while (node.type === "MemberExpression") {
    const { property } = node;
    const name = keyName({ key: property, computed: node.computed });
    if (name === undefined) return undefined;
    if (name !== "prototype") parts.unshift(name);
    node = node.object;
  }
  if (node.type === "ThisExpression") return { parts, isWhole: false };
  if (node.type !== "Identifier") return undefined;
  if (node.name === "exports" && parts.length > 0) return { parts, isWhole: true };
  if (node.name === "module" && parts[0] === "exports") {
    const rest = parts.slice(1);
    return { parts: rest.length === 0 ? ["default"] : rest, isWhole: true };
  }
  return { parts: [node.name, ...parts], isWhole: false };
}
