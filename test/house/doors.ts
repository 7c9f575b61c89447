import { lineAt } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";
import { parse } from "./syntax.ts";
import type { SyntaxNode } from "./syntax.ts";

const headerLinesMin = 3;
const headerLinesMax = 8;

/** Each room opens with what lives there, what it may see and where to start reading. */
export function checkRoomHeaders(files: readonly SourceFile[]): Violation[] {
  return [...doorPaths(files)].flatMap((path) => {
    const door = files.find((file) => file.path === path);
    const lines = door === undefined ? 0 : headerLines(door.text);
    if (lines >= headerLinesMin && lines <= headerLinesMax) return [];
    const found = door === undefined ? "does not exist" : `opens with ${lines} lines of comment`;
    const message =
      `${found}; open it with ${headerLinesMin} to ${headerLinesMax} \`//\` lines: ` +
      "what lives here, what it may see, where to start reading";
    return [{ file: path, message }];
  });
}

/** A door names what passes through it, so that a reader finds the file behind each name. */
export function checkDoors(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => /^src\/(.+\/)?index\.ts$/.test(path))
    .flatMap((file) =>
      bodyOf(parse(file).program).flatMap((statement) => {
        const message = doorComplaint(file.path, statement);
        if (message === undefined) return [];
        return [{ file: file.path, line: lineAt(file.text, statement.start), message }];
      }),
    );
}

// --- inside ---

// Each engine is a room of its own: one door for all of them would load all of them.
function doorPaths(files: readonly SourceFile[]): Set<string> {
  const folders = files.flatMap(
    ({ path }) => /^src\/(engines\/[^/]+|[^/]+)\/./.exec(path)?.[1] ?? [],
  );
  return new Set(folders.filter((folder) => folder !== "engines").map(doorPath));
}

function doorPath(folder: string): string {
  return `src/${folder}/index.ts`;
}

function headerLines(text: string): number {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  return end === -1 ? lines.length : end;
}

function bodyOf(program: SyntaxNode): SyntaxNode[] {
  return program["body"] as SyntaxNode[];
}

function doorComplaint(path: string, statement: SyntaxNode): string | undefined {
  if (statement.type === "ExportAllDeclaration") {
    return "re-exports everything; write `export { first, second } from`, never `export *`";
  }
  // The front door may hold thin functions that load an engine when they are called.
  if (path === "src/index.ts") return undefined;
  if (statement.type === "ExportNamedDeclaration" && statement["source"] !== null) return undefined;
  return "holds code, but an index.ts only re-exports by name; move the code to a named file";
}
