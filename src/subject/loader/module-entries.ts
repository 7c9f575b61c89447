import type {
  ImportAttribute,
  ImportDeclaration,
  ModuleExportName,
  Node,
  Program,
  StringLiteral,
} from "oxc-parser";
import type { IndirectExport, ModuleRequest } from "./analysis.ts";
import { patternNames } from "./declared-names.ts";

/** A top-level declaration: what kind, and the node that gives the value when there is one. */
export interface Declaration {
  readonly kind: "const" | "let" | "var" | "function" | "class";
  readonly value: Node | undefined;
}

/** What a module takes and gives, read off its statements. */
export interface ModuleEntries {
  readonly requests: readonly ModuleRequest[];
  readonly imports: readonly { local: string; request: number; imported: string }[];
  readonly locals: readonly { name: string; local: string }[];
  readonly indirect: readonly IndirectExport[];
  readonly stars: readonly number[];
  readonly declarations: ReadonlyMap<string, Declaration>;
}

/**
 * Reads imports, exports and top-level declarations; `defaultName` stands for a default export
 * without a name.
 */
export function readEntries(program: Program, defaultName: string): ModuleEntries {
  const entries = new EntryReader(defaultName);
  for (const statement of program.body) entries.read(statement);
  return entries.finish();
}

/** The text of a name in an import or export clause, which may be written as a string. */
export function exportName(name: ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}

// --- inside ---

/** Collects while the statements pass by; one object per module. */
class EntryReader {
  readonly #defaultName: string;
  readonly #requests: ModuleRequest[] = [];
  readonly #requestIndex = new Map<string, number>();
  readonly #imports: { local: string; request: number; imported: string }[] = [];
  readonly #exports: { name: string; local: string }[] = [];
  readonly #indirect: IndirectExport[] = [];
  readonly #stars: number[] = [];
  readonly #declarations = new Map<string, Declaration>();

  constructor(defaultName: string) {
    this.#defaultName = defaultName;
  }

  read(statement: Program["body"][number]): void {
    switch (statement.type) {
      case "ImportDeclaration":
        this.#readImport(statement);
        return;
      case "ExportAllDeclaration": {
        const request = this.#request(statement.source, statement.attributes);
        if (statement.exported === null) this.#stars.push(request);
        else this.#indirect.push({ name: exportName(statement.exported), request, imported: "*" });
        return;
      }
      case "ExportNamedDeclaration":
        this.#readNamed(statement);
        return;
      case "ExportDefaultDeclaration":
        this.#readDefault(statement.declaration);
        return;
      default:
        this.#declare(statement);
    }
  }

  finish(): ModuleEntries {
    const imported = new Map(this.#imports.map((entry) => [entry.local, entry]));
    const locals: { name: string; local: string }[] = [];
    for (const entry of this.#exports) {
      const source = imported.get(entry.local);
      // Exporting an imported name passes the original binding on; there is no variable of ours in
      // between.
      if (source === undefined) locals.push(entry);
      else this.#indirect.push({ ...source, name: entry.name });
    }
    return {
      requests: this.#requests,
      imports: this.#imports,
      locals,
      indirect: this.#indirect.map(({ name, request, imported: from }) => ({
        name,
        request,
        imported: from,
      })),
      stars: this.#stars,
      declarations: this.#declarations,
    };
  }

  #readImport(statement: ImportDeclaration): void {
    const request = this.#request(statement.source, statement.attributes);
    for (const specifier of statement.specifiers) {
      const imported =
        specifier.type === "ImportSpecifier"
          ? exportName(specifier.imported)
          : specifier.type === "ImportDefaultSpecifier"
            ? "default"
            : "*";
      this.#imports.push({ local: specifier.local.name, request, imported });
    }
  }

  #readNamed(statement: Extract<Node, { type: "ExportNamedDeclaration" }>): void {
    if (statement.source !== null) {
      const request = this.#request(statement.source, statement.attributes);
      for (const { local, exported } of statement.specifiers) {
        this.#indirect.push({ name: exportName(exported), request, imported: exportName(local) });
      }
      return;
    }
    for (const { local, exported } of statement.specifiers) {
      this.#exports.push({ name: exportName(exported), local: exportName(local) });
    }
    if (statement.declaration === null) return;
    for (const name of this.#declare(statement.declaration)) {
      this.#exports.push({ name, local: name });
    }
  }

  #readDefault(declaration: Node): void {
    const isNamed =
      (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") &&
      declaration.id !== null;
    const names = isNamed ? this.#declare(declaration) : [];
    const local = names[0] ?? this.#defaultName;
    this.#exports.push({ name: "default", local });
    if (isNamed) return;
    const kind = declaration.type === "FunctionDeclaration" ? "function" : "const";
    this.#declarations.set(local, { kind, value: declaration });
  }

  #declare(statement: Node): string[] {
    if (statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration") {
      if (statement.id === null) return [];
      const kind = statement.type === "FunctionDeclaration" ? "function" : "class";
      this.#declarations.set(statement.id.name, { kind, value: statement });
      return [statement.id.name];
    }
    if (statement.type !== "VariableDeclaration") return [];
    const kind = statement.kind === "let" || statement.kind === "var" ? statement.kind : "const";
    const names: string[] = [];
    for (const { id, init } of statement.declarations) {
      const value = id.type === "Identifier" && init !== null ? init : undefined;
      for (const name of patternNames(id)) {
        this.#declarations.set(name, { kind, value });
        names.push(name);
      }
    }
    return names;
  }

  #request(source: StringLiteral, attributes: readonly ImportAttribute[]): number {
    const typed = attributes.find(
      ({ key }) => (key.type === "Literal" ? key.value : key.name) === "type",
    );
    const type = typed?.value.value;
    const key = `${type ?? ""}\0${source.value}`;
    const known = this.#requestIndex.get(key);
    if (known !== undefined) return known;
    this.#requests.push({ specifier: source.value, type, offset: source.start });
    this.#requestIndex.set(key, this.#requests.length - 1);
    return this.#requests.length - 1;
  }
}
