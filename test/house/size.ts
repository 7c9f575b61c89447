import { isCode, lineAt } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";
import { childOf, dottedName, parse, walk } from "./syntax.ts";
import type { SyntaxNode } from "./syntax.ts";

const fileLinesMax = 300;
const functionLinesMax = 60;
const columnsMax = 100;

export function checkFileLength(files: readonly SourceFile[]): Violation[] {
  return code(files).flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, "").split("\n").length;
    if (lines <= fileLinesMax) return [];
    const message = `has ${lines} lines, at most ${fileLinesMax}; give its second noun a file`;
    return [{ file: path, message }];
  });
}

export function checkFunctionLength(files: readonly SourceFile[]): Violation[] {
  return code(files).flatMap((file) => {
    const violations: Violation[] = [];
    walk(parse(file).program, (node, parent) => {
      if (!functionTypes.has(node.type) || isDescribeBody(parent)) return;
      const line = lineAt(file.text, node.start);
      const lines = lineAt(file.text, node.end) - line + 1;
      if (lines <= functionLinesMax) return;
      const message =
        `has a function of ${lines} lines, at most ${functionLinesMax}; ` +
        "let the parent decide and move the leaves below `// --- inside ---`";
      violations.push({ file: file.path, line, message });
    });
    return violations;
  });
}

export function checkColumns(files: readonly SourceFile[]): Violation[] {
  return code(files).flatMap((file) => {
    const lines = file.text.split("\n");
    if (lines.every((line) => line.length <= columnsMax)) return [];
    const templates = templateLines(file);
    return lines.flatMap((line, index) => {
      const columns = Array.from(line).length;
      if (columns <= columnsMax || templates.has(index + 1) || hasLongUrl(line)) return [];
      const message = `has ${columns} columns, at most ${columnsMax}; break the line`;
      return [{ file: file.path, line: index + 1, message }];
    });
  });
}

// --- inside ---

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

function code(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => isCode(path));
}

// The body of a describe is a list of tests, not a function that anyone reads as one.
function isDescribeBody(parent: SyntaxNode | undefined): boolean {
  if (parent?.type !== "CallExpression") return false;
  const callee = childOf(parent, "callee");
  const made = callee?.type === "CallExpression" ? childOf(callee, "callee") : callee;
  return /^describe(\.|$)/.test(dottedName(made) ?? "");
}

// Text inside a template is output that is quoted whole, as in inline snapshots: it cannot break.
function templateLines(file: SourceFile): Set<number> {
  const lines = new Set<number>();
  walk(parse(file).program, (node) => {
    if (node.type !== "TemplateElement") return;
    const first = lineAt(file.text, node.start);
    const last = lineAt(file.text, node.end);
    if (first === last) return;
    for (let line = first; line <= last; line += 1) lines.add(line);
  });
  return lines;
}

function hasLongUrl(line: string): boolean {
  return /https?:\/\/\S{40,}/.test(line);
}
