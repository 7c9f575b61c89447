import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type TS from "typescript6";
import { ts } from "./compiler.ts";

/** What a package lets others import. */
export interface PublicNames {
  /** Whether others can import a name of a file; undefined where that is not known. */
  isPublic(file: string, name: string): boolean | undefined;
  /** The files that pass names on, and so say it; absolute paths. */
  readonly files: readonly string[];
}

/**
 * Reads what a package exports: the files that its package.json names, as they stand in its
 * source, and all that these pass on. A project that exports nothing is no package: whoever calls
 * its functions, nothing is known of that.
 */
export function readPublicNames(projectRoot: string): PublicNames {
  const manifest = path.join(projectRoot, "package.json");
  const entries = entryFiles(projectRoot, manifest);
  const reading = new Reading();
  for (const file of entries ?? []) reading.reveal(file, all);
  const isKnown = entries !== undefined && !reading.isUnsure && reading.names.size > 0;
  return {
    isPublic: (file, name) => (isKnown ? reading.names.has(key(file, name)) : undefined),
    files: [manifest, ...reading.files],
  };
}

// --- inside ---

const all = "*";
const sourceEndings = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"];
const outputFolder = /^(?:dist|lib|build|out|esm|cjs|es|types)\/(?:(?:esm|cjs|es|types|src)\/)*/;

function key(file: string, name: string): string {
  return `${file.replaceAll("\\", "/")}\0${name}`;
}

/** The source of what a package.json names; undefined where not all of it can be told. */
function entryFiles(root: string, manifest: string): readonly string[] | undefined {
  let given: Readonly<Record<string, unknown>>;
  try {
    given = JSON.parse(readFileSync(manifest, "utf8")) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  const { exports, main, module, types, source } = given;
  const named = [exports, main, module, types, source].flatMap(textsIn);
  const code = named.filter((one) => /\.[cm]?[jt]sx?$|\/[^./]+$/.test(one));
  if (code.length === 0 || code.some((one) => one.includes("*"))) return undefined;
  const found = code.map((one) => sourceOf(root, one.replace(/^\.\//, "")));
  const files = found.filter((file) => file !== undefined);
  return files.length === 0 ? undefined : [...new Set(files)];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function sourceOf(root: string, named: string): string | undefined {
  const stem = named.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, "");
  const inner = stem.replace(outputFolder, "");
  const stems = [`src/${inner}`, `src/${inner}/index`, inner, stem];
  const files = stems.flatMap((one) => sourceEndings.map((ending) => `${one}${ending}`));
  const isOutput = (one: string): boolean => outputFolder.test(one) && !one.startsWith("lib/");
  const found = files.find((one) => !isOutput(one) && existsSync(path.join(root, one)));
  return found === undefined ? undefined : path.join(root, found);
}

/** Follows exports from file to file by their syntax alone. */
class Reading {
  readonly names = new Set<string>();
  /** Files that pass on what others hold. */
  readonly files = new Set<string>();
  isUnsure = false;
  readonly #sources = new Map<string, TS.SourceFile | undefined>();
  readonly #seen = new Set<string>();

  /** Marks a name of a file, or all of its names, and what it stands for elsewhere. */
  reveal(file: string, name: string): void {
    if (this.#seen.has(key(file, name))) return;
    this.#seen.add(key(file, name));
    const source = this.#source(file);
    if (source === undefined) return;
    if (name !== all) this.names.add(key(file, name));
    for (const statement of source.statements) this.#statement(statement, name, source);
  }

  #statement(statement: TS.Statement, name: string, source: TS.SourceFile): void {
    if (ts.isExportDeclaration(statement)) return this.#passedOn(statement, name, source);
    if (ts.isExportAssignment(statement)) {
      if (name !== all && name !== "default") return;
      this.names.add(key(source.fileName, "default"));
      return this.#mentioned(statement.expression, source);
    }
    if (!ts.canHaveModifiers(statement)) return;
    const words = new Set((ts.getModifiers(statement) ?? []).map(({ kind }) => kind));
    if (!words.has(ts.SyntaxKind.ExportKeyword)) return;
    const isDefault = words.has(ts.SyntaxKind.DefaultKeyword);
    for (const own of isDefault ? ["default"] : declaredNames(statement)) {
      if (name !== all && name !== own) continue;
      this.names.add(key(source.fileName, own));
      if (ts.isVariableStatement(statement)) this.#mentioned(statement, source);
    }
  }

  #passedOn(statement: TS.ExportDeclaration, name: string, source: TS.SourceFile): void {
    const { moduleSpecifier: from, exportClause: clause } = statement;
    const target = from === undefined ? undefined : this.#resolve(from, source);
    if (clause === undefined || ts.isNamespaceExport(clause)) {
      const isMeant = clause === undefined || name === all || clause.name.text === name;
      if (target !== undefined && isMeant) this.reveal(target, clause === undefined ? name : all);
      return;
    }
    for (const { name: outer, propertyName } of clause.elements) {
      if (name !== all && outer.text !== name) continue;
      const inner = (propertyName ?? outer).text;
      this.names.add(key(source.fileName, outer.text));
      if (target !== undefined) this.reveal(target, inner);
      else if (from === undefined) this.#imported(inner, source);
    }
  }

  /** What an exported object or alias is made of is exported with it. */
  #mentioned(node: TS.Node, source: TS.SourceFile): void {
    if (ts.isFunctionLike(node)) return;
    if (ts.isIdentifier(node)) this.#imported(node.text, source);
    ts.forEachChild(node, (inner) => this.#mentioned(inner, source));
  }

  #imported(local: string, source: TS.SourceFile): void {
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const { importClause: clause, moduleSpecifier } = statement;
      const bindings = clause?.namedBindings;
      const names: string[] = [];
      if (clause?.name?.text === local) names.push("default");
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) {
        if (bindings.name.text === local) names.push(all);
      } else {
        for (const { name, propertyName } of bindings?.elements ?? []) {
          if (name.text === local) names.push((propertyName ?? name).text);
        }
      }
      const target = names.length === 0 ? undefined : this.#resolve(moduleSpecifier, source);
      if (target !== undefined) for (const name of names) this.reveal(target, name);
    }
  }

  #resolve(specifier: TS.Expression, source: TS.SourceFile): string | undefined {
    const text = ts.isStringLiteral(specifier) ? specifier.text : "";
    this.files.add(source.fileName);
    if (!text.startsWith(".")) {
      // An alias of a tsconfig.json may lead anywhere.
      if (/^(?:@\/|~|#)/.test(text)) this.isUnsure = true;
      return undefined;
    }
    const named = path.resolve(path.dirname(source.fileName), text);
    const stem = named.replace(/\.[cm]?[jt]sx?$/, "");
    const stems = [stem, named, `${named}/index`];
    const files = [named, ...stems.flatMap((one) => sourceEndings.map((ending) => one + ending))];
    const found = files.find((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(file));
    if (found === undefined && !text.endsWith(".json")) this.isUnsure = true;
    return found;
  }

  #source(file: string): TS.SourceFile | undefined {
    if (this.#sources.has(file)) return this.#sources.get(file);
    let source: TS.SourceFile | undefined;
    try {
      const text = readFileSync(file, "utf8");
      source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    } catch {
      this.isUnsure = true;
    }
    this.#sources.set(file, source);
    return source;
  }
}

function declaredNames(statement: TS.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}
