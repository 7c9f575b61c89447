import { type Dirent, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The code files of a project, read once. */
export interface CodePool {
  /** Those that mention one of the names, other than the file itself; absolute paths. */
  mentioning(names: readonly string[], but: string): readonly string[];
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
  let texts: Map<string, string> | undefined;
  return {
    mentioning: (names, but) => {
      if (names.length === 0) return [];
      texts ??= readAll(projectRoot);
      const escaped = names.map((name) => name.replaceAll("$", "\\$"));
      const mention = new RegExp(`(?<![\\w$])(?:${escaped.join("|")})(?![\\w$])`);
      const found = [...texts].filter(([file, text]) => file !== but && mention.test(text));
      return found.map(([file]) => file).slice(0, callersCountMax);
    },
  };
}

// --- inside ---

const modifiers = "(?:(?:default|declare|abstract|async)\\s+)*";
const keywords = "(?:function\\s*\\*?|class|const|let|var|namespace)";
const declared = new RegExp(`export\\s+${modifiers}${keywords}\\s+([\\w$]+)`, "g");
const namesCountMax = 200;
const callersCountMax = 100;
const filesCountMax = 5000;
const fileLengthMax = 500_000;
const skipped = /^(?:node_modules|dist|build|out|coverage|vendor)$|^\./;

function readAll(projectRoot: string): Map<string, string> {
  const texts = new Map<string, string>();
  const folders = [projectRoot];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of entriesOf(folder)) {
      if (skipped.test(entry.name) || texts.size >= filesCountMax) continue;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (/(?<!\.d)\.[cm]?[jt]sx?$/.test(entry.name)) addText(texts, file);
    }
  }
  return texts;
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

function addText(texts: Map<string, string>, file: string): void {
  try {
    const text = readFileSync(file, "utf8");
    if (text.length <= fileLengthMax) texts.set(file.replaceAll("\\", "/"), text);
  } catch {
    // A file that cannot be read holds no example.
  }
}
