import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { filesBelow, globEntriesMax } from "../config/files/glob.ts";

/** A subject that a chaos file exports. */
export interface ExportedSubject {
  readonly file: string;
  readonly exportName: string;
}

/** The subjects of all chaos files below a folder, in the order of their paths. */
export function findChaosSubjects(folder: string): Promise<readonly ExportedSubject[]> {
  return findSubjects(folder, /\.chaos\.[cm]?[jt]sx?$/u, () => true);
}

/**
 * The fuzz tests of all files called so below a folder, in the order of their paths; those that are
 * tests of another kind are left alone.
 */
export function findFuzzSubjects(folder: string): Promise<readonly ExportedSubject[]> {
  return findSubjects(folder, /\.fuzz\.[cm]?[jt]sx?$/u, makesFuzz);
}

/** Whether a file makes a fuzz test, with the function of that name from our package. */
export function makesFuzz(text: string): boolean {
  return /\bfuzz\b[^;]*from\s*["']gauntlet["']/u.test(text) && /\bfuzz\s*\(/u.test(text);
}

/**
 * What a file exports to be run: its default, and constants that are made by `chaosTest`,
 * `simulation` or `fuzz`. One that exports neither, or does not parse, counts as having a default:
 * loading it then says what is wrong with it.
 */
export function exportedSubjects(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text);
  const names: string[] = [];
  for (const node of errors.length > 0 ? [] : program.body) {
    if (node.type === "ExportDefaultDeclaration") names.push("default");
    if (node.type !== "ExportNamedDeclaration") continue;
    if (node.declaration?.type === "VariableDeclaration") {
      for (const { id, init } of node.declaration.declarations) {
        if (id.type === "Identifier" && isMade(init)) names.push(id.name);
      }
    }
    for (const { exported } of node.specifiers) {
      if (exported.type === "Identifier" && exported.name === "default") names.push("default");
    }
  }
  return names.length === 0 ? ["default"] : names;
}

// --- inside ---

const depthMax = 32;
/** Compiled copies of chaos files are not written to be run. */
const outputFolders = new Set(["dist", "build", "out", "coverage"]);
const makers = new Set(["chaosTest", "simulation", "fuzz"]);

async function findSubjects(
  folder: string,
  ending: RegExp,
  isMeant: (text: string) => boolean,
): Promise<readonly ExportedSubject[]> {
  const limits = { depth: depthMax, entriesMax: globEntriesMax };
  const below = await filesBelow(folder, limits);
  const files = below
    .filter((file) => ending.test(file) && !isPutAside(file))
    .map((file) => path.join(folder, file));
  const found: ExportedSubject[] = [];
  for (const file of files.toSorted()) {
    const text = await readFile(file, "utf8");
    if (!isMeant(text)) continue;
    found.push(...exportedSubjects(file, text).map((exportName) => ({ file, exportName })));
  }
  return found;
}

function isPutAside(file: string): boolean {
  const folders = file.split(path.sep).slice(0, -1);
  return folders.some((name) => name.startsWith(".") || outputFolders.has(name));
}

function isMade(init: unknown): boolean {
  const { type, callee } = (init ?? {}) as { type?: string; callee?: { name?: string } };
  return type === "CallExpression" && makers.has(callee?.name ?? "");
}
