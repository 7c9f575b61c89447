import type { Class, Function as FunctionNode, Node, Program } from "oxc-parser";
import { patternNames } from "../loader/declared-names.ts";

/** One file of the user's, parsed, with what it declares and passes on. */
export interface SourceModule {
  /** Absolute. */
  readonly file: string;
  /** Relative to the project root, with forward slashes. */
  readonly shown: string;
  readonly program: Program;
  /** What names of the top level mean. */
  readonly locals: ReadonlyMap<string, Declared>;
  /** What others may import, by the name under which they do. */
  readonly exports: ReadonlyMap<string, Exported>;
  /** The line of an offset, from 1. */
  lineAt(offset: number): number;
}

/** What a name of the top level is. */
export type Declared =
  | { readonly kind: "import"; readonly specifier: string; readonly name: string }
  | { readonly kind: "function"; readonly node: FunctionNode }
  | { readonly kind: "class"; readonly node: Class }
  | { readonly kind: "value"; readonly node: Declarator }
  | { readonly kind: "type"; readonly node: Node };

/** What is exported under a name: a name of the file, an expression, or a name of another file. */
export type Exported =
  | { readonly kind: "local"; readonly name: string }
  | { readonly kind: "value"; readonly node: Node }
  | { readonly kind: "from"; readonly specifier: string; readonly name: string };

type Declarator = Extract<Node, { type: "VariableDeclarator" }>;

/** Reads off a tree what a file declares. */
export function readModule(parts: {
  readonly file: string;
  readonly shown: string;
  readonly text: string;
  readonly program: Program;
}): SourceModule {
  const { file, shown, text, program } = parts;
  const reader = new ModuleReader();
  for (const statement of program.body) reader.read(statement);
  const starts = lineStarts(text);
  return {
    file,
    shown,
    program,
    locals: reader.locals,
    exports: reader.exports,
    lineAt: (offset) => lineAt(starts, offset),
  };
}

/** The name of what an import or export names, whether it is written as a word or as a text. */
export function writtenName(node: Node): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

// --- inside ---

class ModuleReader {
  readonly locals = new Map<string, Declared>();
  readonly exports = new Map<string, Exported>();

  read(statement: Node): void {
    switch (statement.type) {
      case "ImportDeclaration":
        this.#imports(statement);
        return;
      case "ExportNamedDeclaration":
        this.#exportNamed(statement);
        return;
      case "ExportDefaultDeclaration":
        this.#exportDefault(statement.declaration);
        return;
      case "ExportAllDeclaration":
        this.#exportAll(statement);
        return;
      case "ExpressionStatement":
        this.#commonJs(statement.expression);
        return;
      default:
        this.#declare(statement);
    }
  }

  #imports(node: Extract<Node, { type: "ImportDeclaration" }>): void {
    for (const specifier of node.specifiers) {
      const name =
        specifier.type === "ImportDefaultSpecifier"
          ? "default"
          : specifier.type === "ImportNamespaceSpecifier"
            ? "*"
            : writtenName(specifier.imported);
      const declared: Declared = { kind: "import", specifier: node.source.value, name };
      this.locals.set(specifier.local.name, declared);
    }
  }

  #exportNamed(node: Extract<Node, { type: "ExportNamedDeclaration" }>): void {
    if (node.declaration !== null) {
      for (const name of this.#declare(node.declaration)) {
        this.exports.set(name, { kind: "local", name });
      }
    }
    for (const { local, exported } of node.specifiers) {
      const name = writtenName(local);
      const found: Exported =
        node.source === null
          ? { kind: "local", name }
          : { kind: "from", specifier: node.source.value, name };
      this.exports.set(writtenName(exported), found);
    }
  }

  #exportDefault(declaration: Node): void {
    const [name] = this.#declare(declaration);
    const found: Exported =
      name === undefined ? { kind: "value", node: declaration } : { kind: "local", name };
    this.exports.set("default", found);
  }

  #exportAll(node: Extract<Node, { type: "ExportAllDeclaration" }>): void {
    const specifier = node.source.value;
    const name = node.exported === null ? `* ${specifier}` : writtenName(node.exported);
    this.exports.set(name, { kind: "from", specifier, name: "*" });
  }

  /** What a declaration declares; the names it gives. */
  #declare(node: Node): readonly string[] {
    switch (node.type) {
      case "FunctionDeclaration":
        if (node.id === null) return [];
        this.locals.set(node.id.name, { kind: "function", node });
        return [node.id.name];
      case "ClassDeclaration":
        if (node.id === null) return [];
        this.locals.set(node.id.name, { kind: "class", node });
        return [node.id.name];
      case "VariableDeclaration":
        return node.declarations.flatMap((declarator) => {
          const names = [...patternNames(declarator.id)];
          for (const name of names) this.locals.set(name, { kind: "value", node: declarator });
          return names;
        });
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        // A value of the same name says more than its type.
        if (!this.locals.has(node.id.name)) this.locals.set(node.id.name, { kind: "type", node });
        return [];
      default:
        return [];
    }
  }

  /** `module.exports = …` and `exports.name = …`. */
  #commonJs(node: Node): void {
    if (node.type !== "AssignmentExpression") return;
    const path = memberPath(node.left);
    const own = path[0] === "module" ? path.slice(1) : path;
    if (own[0] !== "exports") return;
    if (own.length === 2) this.exports.set(own[1] ?? "", { kind: "value", node: node.right });
    if (own.length !== 1) return;
    this.exports.set("default", { kind: "value", node: node.right });
    if (node.right.type !== "ObjectExpression") return;
    for (const property of node.right.properties) {
      if (property.type !== "Property" || property.computed) continue;
      this.exports.set(writtenName(property.key), { kind: "value", node: property.value });
    }
  }
}

function memberPath(node: Node): readonly string[] {
  if (node.type === "Identifier") return [node.name];
  if (node.type !== "MemberExpression" || node.computed) return [];
  const above = memberPath(node.object);
  return above.length === 0 ? [] : [...above, writtenName(node.property)];
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
