import { readFileSync } from "node:fs";
import path from "node:path";

/** A piece of code in documentation. */
export interface ExampleCode {
  readonly text: string;
  /** Relative to the project root. */
  readonly file: string;
  /** The line of the file on which the code begins. */
  readonly line: number;
}

/** The code of `@example` tags and fenced blocks in the doc comments of a file. */
export function commentExamples(file: string, source: string): ExampleCode[] {
  const found: ExampleCode[] = [];
  for (const match of source.matchAll(/\/\*\*[\s\S]*?\*\//gu)) {
    const line = lineAt(source, match.index);
    // Each line keeps its place, so that a line of the code is a line of the file.
    const text = match[0]
      .replace(/\*\/$/u, "")
      .split("\n")
      .map((one, at) => one.replace(at === 0 ? /^\/\*\*/u : /^\s*\* ?/u, ""))
      .join("\n");
    found.push(...fencedCode(text, { file, line }), ...taggedCode(text, { file, line }));
  }
  return found;
}

/** The fenced code of the README of the package that a file belongs to. */
export function readmeExamples(projectRoot: string, file: string): ExampleCode[] {
  const folder = packageFolder(projectRoot, file);
  for (const name of ["README.md", "readme.md", "Readme.md"]) {
    const full = path.join(folder, name);
    const shown = path.relative(projectRoot, full).split(path.sep).join("/");
    const text = readText(full);
    if (text !== undefined) return fencedCode(text.slice(0, readmeMax), { file: shown, line: 1 });
  }
  return [];
}

/** The name of the package that a file belongs to. */
export function packageName(projectRoot: string, file: string): string | undefined {
  const text = readText(path.join(packageFolder(projectRoot, file), "package.json"));
  const found = /"name"\s*:\s*"([^"]+)"/u.exec(text ?? "");
  return found?.[1];
}

// --- inside ---

const readmeMax = 400_000;

interface Start {
  readonly file: string;
  readonly line: number;
}

function fencedCode(text: string, { file, line }: Start): ExampleCode[] {
  const fence =
    /^[ \t]*```(?:ts|typescript|js|javascript|mjs|jsx|tsx)\b[^\n]*\n([\s\S]*?)^[ \t]*```/gimu;
  return Array.from(text.matchAll(fence), (match) => {
    const code = match[1] ?? "";
    const at = match.index + match[0].indexOf("\n") + 1;
    return { text: code, file, line: line + lineAt(text, at) - 1 };
  });
}

/** What follows `@example` without a fence, up to the next tag. */
function taggedCode(text: string, { file, line }: Start): ExampleCode[] {
  const found: ExampleCode[] = [];
  for (const match of text.matchAll(
    /^[ \t]*@example\b([\s\S]*?)(?=^[ \t]*@[a-z]|$(?![\s\S]))/gimu,
  )) {
    const code = (match[1] ?? "").replace(/<caption>[\s\S]*?<\/caption>/u, "");
    if (code.includes("```")) continue;
    found.push({ text: code, file, line: line + lineAt(text, match.index) - 1 });
  }
  return found;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** The nearest folder with a package.json, no further up than the project. */
function packageFolder(projectRoot: string, file: string): string {
  let folder = path.dirname(path.resolve(projectRoot, file));
  while (folder !== projectRoot && folder.startsWith(projectRoot)) {
    if (readText(path.join(folder, "package.json")) !== undefined) return folder;
    folder = path.dirname(folder);
  }
  return projectRoot;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
