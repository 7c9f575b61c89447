import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** One file of the repository; `path` is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One broken house rule: where it is, and what to do about it. */
export interface Violation {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** A house rule looks at files and names what is wrong; it reads nothing else. */
export interface Rule {
  readonly name: string;
  readonly check: (files: readonly SourceFile[]) => readonly Violation[];
}

/** Reads every text file of the repository that people write by hand. */
export function readTree(root: string): SourceFile[] {
  return listPaths(root).map((path) => ({
    path: relative(root, path).split(sep).join("/"),
    text: readFileSync(path, "utf8"),
  }));
}

/** Writes one violation the way compilers do, so that editors can jump to it. */
export function formatViolation({ file, line, message }: Violation): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place}  ${message}`;
}

/** Code that we maintain: fixtures are data, they may be as odd as they need to be. */
export function isCode(path: string): boolean {
  if (path.includes("/fixtures/")) return false;
  return /^(src|test|bench|examples)\/.*\.(ts|mts|mjs|js)$/.test(path);
}

/** Code that ships: in src, and neither a test nor a fuzz target nor a bench. */
export function isShipped(path: string): boolean {
  return path.startsWith("src/") && path.endsWith(".ts") && !/\.(test|fuzz|bench)\.ts$/.test(path);
}

/** The number of the line that holds this offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf("\n"); index !== -1 && index < offset;) {
    line += 1;
    index = text.indexOf("\n", index + 1);
  }
  return line;
}

// --- inside ---

const skippedNames = new Set([
  "node_modules",
  ".git",
  "compiled",
  "dist",
  "coverage",
  ".gauntlet",
  "package-lock.json",
]);

const textExtensions = new Set(
  ["ts", "mts", "cts", "js", "mjs", "cjs", "tsx", "json", "jsonc", "md", "toml", "yaml", "yml"].map(
    (extension) => `.${extension}`,
  ),
);

function listPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skippedNames.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listPaths(path);
      return entry.isFile() && isText(entry.name) ? [path] : [];
    });
}

// Names without an extension are LICENSE, .ci/run, .gitignore and their like: all text.
function isText(name: string): boolean {
  const extension = extname(name);
  return extension === "" || textExtensions.has(extension);
}
