import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { fuzzEnding, makesFuzz } from "./fuzz/makes-fuzz.ts";
import { subjectKinds } from "./kinds/index.ts";
import { filesBelow, globEntriesMax } from "../config/files/glob.ts";

/** A subject that a chaos file exports. */
export interface ExportedSubject {
  readonly file: string;
  readonly exportName: string;
}

/** The subjects of all chaos files below a folder, in the order of their paths. */
export function findChaosSubjects(folder: string): Promise<readonly ExportedSubject[]> {
  const endings = subjectKinds.flatMap(({ ending }) => ending ?? []);
  return findSubjects(folder, endings, () => true);
}

/**
 * The fuzz tests of all files called so below a folder, in the order of their paths; those that are
 * tests of another fuzzer are left alone.
 */
export function findFuzzSubjects(folder: string): Promise<readonly ExportedSubject[]> {
  return findSubjects(folder, [fuzzEnding], makesFuzz);
}

/**
 * What a chaos file exports to be run: its default, and constants that are made by `chaosTest`,
 * `simulation` or another kind of such files. One that exports none, or does not parse, counts as
 * having a default: loading it then says what is wrong with it.
 */
export function exportedSubjects(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text);
  const makers = makersIn(file);
  const names: string[] = [];
  for (const node of errors.length > 0 ? [] : program.body) {
    if (node.type === "ExportDefaultDeclaration") names.push("default");
    if (node.type !== "ExportNamedDeclaration") continue;
    if (node.declaration?.type === "VariableDeclaration") {
      for (const { id, init } of node.declaration.declarations) {
        if (id.type === "Identifier" && isMade(init, makers)) names.push(id.name);
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

async function findSubjects(
  folder: string,
  endings: readonly RegExp[],
  isMeant: (text: string) => boolean,
): Promise<readonly ExportedSubject[]> {
  const below = await filesBelow(folder, { depth: depthMax, entriesMax: globEntriesMax });
  const files = below
    .filter((file) => endings.some((ending) => ending.test(file)) && !isPutAside(file))
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

/** What makes a subject in such a file. */
function makersIn(file: string): ReadonlySet<string> {
  const kinds = subjectKinds.filter(({ ending }) => ending?.test(file) === true);
  return new Set((kinds.length === 0 ? subjectKinds : kinds).map(({ name }) => name));
}

function isMade(init: unknown, makers: ReadonlySet<string>): boolean {
  const { type, callee } = (init ?? {}) as { type?: string; callee?: { name?: string } };
  return type === "CallExpression" && makers.has(callee?.name ?? "");
}
