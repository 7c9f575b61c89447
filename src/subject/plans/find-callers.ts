import { type Dirent, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The code files of a project, read once. */
export interface CodePool {
  /** Those that import a file and mention one of the names, tests first; absolute paths. */
  callersOf(file: string, names: readonly string[]): readonly string[];
}

/** The names that a file exports, as far as its text shows: enough to look for who uses them. */
export function exportedNames(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(declared)) names.add(match[1] ?? "");
  for (const match of text.matchAll(/export\s*(?:type\s*)?\{([^}]*)\}/g)) {
    for (const part of (match[1] ?? "").split(",")) {
      const name = part.trim().split(/\s+/).at(-1) ?? "";
      if (/^[\w$]+$/.test(name)) names.add(name);
    }
  }
  for (const match of text.matchAll(/(?:module\.)?exports\.([\w$]+)\s*=/g))
    names.add(match[1] ?? "");
  names.delete("default");
  return [...names].slice(0, namesCountMax);
}

/** Reads the code files of a project, tests included, packages and output not. */
export function createCodePool(projectRoot: string): CodePool {
  let pool: Map<string, PoolFile> | undefined;
  return {
    callersOf: (file, names) => {
      if (names.length === 0) return [];
      pool ??= readAll(projectRoot);
      const wanted = stemsLeadingTo(file, pool);
      const escaped = names.map((name) => name.replaceAll("$", "\\$"));
      const mention = new RegExp(`(?<![\\w$])(?:${escaped.join("|")})(?![\\w$])`);
      const found = [...pool].filter(
        ([other, { stems, text }]) =>
          other !== file && stems.some((stem) => wanted.has(stem)) && mention.test(text),
      );
      const ordered = found.toSorted(([, one], [, other]) => other.rank - one.rank);
      return ordered.map(([other]) => other).slice(0, callersCountMax);
    },
  };
}

// --- inside ---

const modifiers = "(?:(?:default|declare|abstract|async)\\s+)*";
const keywords = "(?:function\\s*\\*?|class|const|let|var|namespace)";
const declared = new RegExp(`export\\s+${modifiers}${keywords}\\s+([\\w$]+)`, "g");
const namesCountMax = 200;
/** The first tests of a function say most about it. */
const callersCountMax = 8;
const filesCountMax = 5000;
const fileLengthMax = 500_000;
const skipped = /^(?:node_modules|dist|build|out|coverage|vendor)$|^\./;

interface PoolFile {
  readonly text: string;
  /** The names, without folder and extension, of the files that it imports. */
  readonly stems: readonly string[];
  /** The same for what it passes on. */
  readonly passedOn: readonly string[];
  /** Tests come before other callers. */
  readonly rank: number;
}

function readAll(projectRoot: string): Map<string, PoolFile> {
  const pool = new Map<string, PoolFile>();
  const folders = [projectRoot];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of entriesOf(folder)) {
      if (skipped.test(entry.name) || pool.size >= filesCountMax) continue;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (/(?<!\.d)\.[cm]?[jt]sx?$/.test(entry.name)) addFile(pool, file);
    }
  }
  return pool;
}

/** The names by which a file may be imported: its own, and those of files that pass it on. */
function stemsLeadingTo(file: string, pool: ReadonlyMap<string, PoolFile>): Set<string> {
  const stems = new Set(stemsOf(file));
  for (let round = 0; round < barrelDepthMax; round++) {
    for (const [other, { passedOn }] of pool) {
      if (!passedOn.some((stem) => stems.has(stem))) continue;
      for (const stem of stemsOf(other)) stems.add(stem);
    }
  }
  return stems;
}

const barrelDepthMax = 2;

/** `src/cart/index.ts` is imported as `index` and as `cart`. */
function stemsOf(specifier: string): string[] {
  const parts = specifier.split("/").filter((part) => part !== "");
  const last = (parts.at(-1) ?? "").replace(/\.[cm]?[jt]sx?$/, "");
  if (/^\.{0,2}$/.test(last)) return ["index"];
  return last === "index" ? ["index", parts.at(-2) ?? ""] : [last];
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

const imported = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"'\n]+)["']/g;
const exported = /\bexport\s*(?:\*|\{[^}]*\})[^"';]*["']([^"'\n]+)["']/g;

function addFile(pool: Map<string, PoolFile>, file: string): void {
  try {
    const text = readFileSync(file, "utf8");
    if (text.length > fileLengthMax) return;
    const stemsIn = (pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].flatMap((match) => stemsOf(match[1] ?? ""));
    const rank = /[./_](?:test|spec)s?[./_]/.test(file) ? 1 : 0;
    const found = { text, stems: stemsIn(imported), passedOn: stemsIn(exported), rank };
    pool.set(file.replaceAll("\\", "/"), found);
  } catch {
    // A file that cannot be read holds no example.
  }
}
