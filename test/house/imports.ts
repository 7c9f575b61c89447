import { dirname, join } from "node:path/posix";
import { lineAt } from "./source-file.ts";
import type { SourceFile } from "./source-file.ts";
import { childOf, parse, walk } from "./syntax.ts";
import type { SyntaxNode } from "./syntax.ts";

/**
 * How an import is met: `static` when the file loads, `dynamic` when a line runs, `type` never.
 * `import { type A }` is static: with verbatimModuleSyntax the module is still loaded.
 */
export type ImportKind = "static" | "dynamic" | "type";

export interface Import {
  readonly from: string;
  /** The path of the file, or the bare name of a package or builtin. */
  readonly to: string;
  readonly isFile: boolean;
  readonly kind: ImportKind;
  readonly line: number;
}

/** Every import of a file, with relative ones resolved to paths of the repository. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  walk(parse(file).program, (node) => {
    const kind = importKind(node);
    const source = childOf(node, "source");
    const name = source?.["value"];
    if (kind === undefined || typeof name !== "string") return;
    const isFile = name.startsWith(".");
    const to = isFile ? resolve(file.path, name) : name;
    found.push({ from: file.path, to, isFile, kind, line: lineAt(file.text, node.start) });
  });
  return found;
}

/** Who imports whom among these files, through imports of the given kinds only. */
export function importGraph(
  files: readonly SourceFile[],
  kinds: readonly ImportKind[],
): Map<string, readonly string[]> {
  const paths = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ to, kind }) => kinds.includes(kind) && paths.has(to))
        .map(({ to }) => to),
    ]),
  );
}

// --- inside ---

function importKind(node: SyntaxNode): ImportKind | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return node["importKind"] === "type" ? "type" : "static";
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return node["exportKind"] === "type" ? "type" : "static";
    case "ImportExpression":
      return "dynamic";
    case "TSImportType":
      return "type";
    default:
      return undefined;
  }
}

function resolve(from: string, name: string): string {
  return join(dirname(from), name).replace(/\.js$/, ".ts");
}
