import type { Class, Node, Program } from "oxc-parser";
import { ownPackage } from "./declared-properties.ts";
import type { ModuleEntries } from "./module-entries.ts";
import type { ModuleFacts } from "./module-facts.ts";

/**
 * Judges whether a module's top level only defines: functions, classes and constants that cannot
 * change. Such a module may serve many runs. The judgement errs towards "no", which costs
 * microseconds; a wrong "yes" would carry state from one run to the next, and is looked for by
 * running samples with everything fresh.
 */
export function isStateless(program: Program, entries: ModuleEntries, facts: ModuleFacts): boolean {
  if (facts.hasTopLevelAwait || facts.hasDynamicImport) return false;
  if (facts.keepsMeta || facts.hasDirectEval) return false;
  for (const uses of facts.uses.values()) {
    if (uses.some(({ how }) => how === "write" || how === "target")) return false;
  }
  const judge = new Judge(entries, facts);
  return program.body.every((statement) => judge.accepts(statement));
}

// --- inside ---

const depthMax = 40; // constants built from constants, this deep, are given up on
const definers = new Set(["chaosTest", "simulation", "fuzz", "callTest"]);
/** Ours, and what the modules import that a scan writes. */
const ownPackages = new Set<string | undefined>([ownPackage, `${ownPackage}/scan-subject`]);
const arbitraryPackage = "fast-check";

/** Answers questions about the expressions of one module. */
class Judge {
  readonly #entries: ModuleEntries;
  readonly #facts: ModuleFacts;
  readonly #imports: ReadonlyMap<string, { specifier: string | undefined; imported: string }>;
  #depth = 0;

  constructor(entries: ModuleEntries, facts: ModuleFacts) {
    this.#entries = entries;
    this.#facts = facts;
    this.#imports = new Map(
      entries.imports.map(({ local, request, imported }) => [
        local,
        { specifier: entries.requests[request]?.specifier, imported },
      ]),
    );
  }

  accepts(statement: Node): boolean {
    switch (statement.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "FunctionDeclaration":
      case "EmptyStatement":
        return true;
      case "ExportNamedDeclaration":
        return statement.declaration === null || this.accepts(statement.declaration);
      case "ExportDefaultDeclaration": {
        const { declaration } = statement;
        return declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration"
          ? this.accepts(declaration)
          : this.#isConstant(declaration) || this.#isDefinition(declaration);
      }
      case "ClassDeclaration":
        return this.#isPlainClass(statement);
      case "VariableDeclaration":
        return statement.declarations.every(
          ({ id, init }) =>
            id.type === "Identifier" &&
            (init === null || this.#isConstant(init) || this.#isDefinition(init)),
        );
      case "ExpressionStatement":
        return statement.expression.type === "Literal"; // a directive
      default:
        return false;
    }
  }

  /** A value nothing can change: a primitive, a function, or a frozen literal of such. */
  #isConstant(node: Node): boolean {
    switch (node.type) {
      case "ArrowFunctionExpression":
      case "FunctionExpression":
        return true;
      case "ClassExpression":
        return this.#isPlainClass(node);
      case "ParenthesizedExpression":
        return this.#isConstant(node.expression);
      case "Identifier":
        return this.#isConstantName(node.name);
      case "Literal":
        // Only with these flags does a regular expression remember where it stopped.
        return !("regex" in node) || !/[gy]/.test(node.regex.flags);
      case "CallExpression":
        return this.#isFrozenLiteral(node) || this.#isSymbol(node);
      default:
        return this.#isPrimitive(node);
    }
  }

  #isConstantName(name: string): boolean {
    const declaration = this.#entries.declarations.get(name);
    if (declaration === undefined) return name === "undefined" || this.#imports.has(name);
    if (declaration.kind === "function" || declaration.kind === "class") return true;
    return declaration.value !== undefined && this.#deeper(declaration.value, "constant");
  }

  #isPrimitive(node: Node): boolean {
    switch (node.type) {
      case "Literal":
        return !("regex" in node);
      case "ParenthesizedExpression":
        return this.#isPrimitive(node.expression);
      case "TemplateLiteral":
        return node.expressions.every((part) => this.#isPrimitive(part));
      case "UnaryExpression":
        return node.operator !== "delete" && this.#isPrimitive(node.argument);
      case "BinaryExpression":
      case "LogicalExpression":
        return this.#isPrimitive(node.left) && this.#isPrimitive(node.right);
      case "ConditionalExpression":
        return [node.test, node.consequent, node.alternate].every((part) =>
          this.#isPrimitive(part),
        );
      case "MemberExpression":
        return this.#isGlobalConstant(node);
      case "Identifier": {
        const value = this.#entries.declarations.get(node.name)?.value;
        return value === undefined ? node.name === "undefined" : this.#deeper(value, "primitive");
      }
      default:
        return false;
    }
  }

  #deeper(value: Node, question: "constant" | "primitive"): boolean {
    if (this.#depth > depthMax) return false;
    this.#depth += 1;
    const answer = question === "constant" ? this.#isConstant(value) : this.#isPrimitive(value);
    this.#depth -= 1;
    return answer;
  }

  /** `Math.PI`, `Number.MAX_SAFE_INTEGER`, `Symbol.iterator`. */
  #isGlobalConstant(node: Node): boolean {
    return (
      node.type === "MemberExpression" &&
      !node.computed &&
      node.object.type === "Identifier" &&
      this.#isGlobal(node.object.name) &&
      ["Math", "Number", "Symbol"].includes(node.object.name) &&
      node.property.type === "Identifier"
    );
  }

  #isGlobal(name: string): boolean {
    return !this.#entries.declarations.has(name) && !this.#imports.has(name);
  }

  #isSymbol(node: Extract<Node, { type: "CallExpression" }>): boolean {
    const { callee } = node;
    const root = callee.type === "MemberExpression" ? callee.object : callee;
    return (
      root.type === "Identifier" &&
      root.name === "Symbol" &&
      this.#isGlobal("Symbol") &&
      node.arguments.every((argument) => this.#isPrimitive(argument))
    );
  }

  #isFrozenLiteral(node: Extract<Node, { type: "CallExpression" }>): boolean {
    const { callee } = node;
    if (callee.type !== "MemberExpression" || callee.computed) return false;
    if (callee.object.type !== "Identifier" || callee.object.name !== "Object") return false;
    if (callee.property.type !== "Identifier" || callee.property.name !== "freeze") return false;
    const [literal, ...rest] = node.arguments;
    if (literal === undefined || rest.length > 0 || !this.#isGlobal("Object")) return false;
    return this.#hasParts(literal, (part) => this.#isConstant(part));
  }

  /** An object or array literal whose every part is accepted. */
  #hasParts(node: Node, accepts: (part: Node) => boolean): boolean {
    if (node.type === "ParenthesizedExpression") return this.#hasParts(node.expression, accepts);
    if (node.type === "ArrayExpression") {
      return node.elements.every(
        (part) => part !== null && accepts(part.type === "SpreadElement" ? part.argument : part),
      );
    }
    if (node.type !== "ObjectExpression") return false;
    return node.properties.every((property) => {
      if (property.type === "SpreadElement") return accepts(property.argument);
      return (!property.computed || this.#isPrimitive(property.key)) && accepts(property.value);
    });
  }

  /**
   * `chaosTest({…})` and what may stand in it: it describes a test, and running the test changes
   * none of it.
   */
  #isDefinition(node: Node): boolean {
    if (node.type === "ParenthesizedExpression") return this.#isDefinition(node.expression);
    if (node.type !== "CallExpression") return false;
    const origin = this.#calleeOrigin(node.callee);
    const isOwn = ownPackages.has(origin?.specifier);
    if (isOwn ? !definers.has(origin?.name ?? "") : origin?.specifier !== arbitraryPackage) {
      return false;
    }
    return node.arguments.every((argument) => this.#isPart(argument));
  }

  #isPart(node: Node): boolean {
    if (node.type === "SpreadElement") return this.#isPart(node.argument);
    if (this.#isConstant(node) || this.#hasParts(node, (part) => this.#isPart(part))) return true;
    if (node.type === "MemberExpression") {
      return this.#calleeOrigin(node) !== undefined || this.#isImported(node);
    }
    if (node.type === "Identifier") return this.#imports.has(node.name);
    if (node.type !== "CallExpression" || this.#calleeOrigin(node.callee) === undefined)
      return false;
    return node.arguments.every((argument) => this.#isPart(argument));
  }

  /** An export by its namespace, `m0.makeCart`: it is what naming it in the import would be. */
  #isImported({ object, computed }: Extract<Node, { type: "MemberExpression" }>): boolean {
    return (
      !computed && object.type === "Identifier" && this.#imports.get(object.name)?.imported === "*"
    );
  }

  /**
   * Which of the two known packages a callee such as `fault.timeout` or `fc.integer().map` comes
   * from.
   */
  #calleeOrigin(callee: Node): { specifier: string; name: string } | undefined {
    let root = callee;
    let name: string | undefined;
    while (root.type === "MemberExpression" || root.type === "CallExpression") {
      if (root.type === "MemberExpression") {
        if (root.computed || root.property.type !== "Identifier") return undefined;
        name = root.property.name;
        root = root.object;
        continue;
      }
      if (!root.arguments.every((argument) => this.#isPart(argument))) return undefined;
      root = root.callee;
    }
    const found = root.type === "Identifier" ? this.#imports.get(root.name) : undefined;
    const specifier = found?.specifier;
    if (found === undefined || specifier === undefined) return undefined;
    if (!ownPackages.has(specifier) && specifier !== arbitraryPackage) return undefined;
    return {
      specifier,
      name: found.imported === "*" ? (name ?? "*") : found.imported,
    };
  }

  #isPlainClass(node: Class): boolean {
    const { superClass } = node;
    if (superClass !== null && superClass.type !== "Identifier") return false;
    return node.body.body.every((member) => {
      if (member.type === "StaticBlock" || !("computed" in member)) return false;
      if (member.computed && !this.#isPrimitive(member.key)) return false;
      if (!member.static) return true;
      if (member.type === "MethodDefinition") return !this.#facts.thisWriters.has(member.value);
      return "value" in member && member.value !== null && this.#isConstant(member.value);
    });
  }
}
