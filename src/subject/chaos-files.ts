import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { subjectKinds } from "./kinds/index.ts";
import { filesBelow, globEntriesMax } from "../config/files/glob.ts";

/** A subject that a chaos file exports. */
export interface ExportedSubject {
  readonly file: string;
  readonly exportName: string;
}

/** The subjects of all chaos files below a folder, in the order of their paths. */
export async function findChaosSubjects(folder: string): Promise<readonly ExportedSubject[]> {
  const limits = { depth: depthMax, entriesMax: globEntriesMax };
  const below = await filesBelow(folder, limits);
  const files = below.filter(isChaosFile).map((file) => path.join(folder, file));
  const found: ExportedSubject[] = [];
  for (const file of files.toSorted()) {
    const names = exportedSubjects(file, await readFile(file, "utf8"));
    found.push(...names.map((exportName) => ({ file, exportName })));
  }
  return found;
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

function isChaosFile(file: string): boolean {
  const folders = file.split(path.sep).slice(0, -1);
  if (folders.some((name) => name.startsWith(".") || outputFolders.has(name))) return false;
  return subjectKinds.some(({ ending }) => ending?.test(file) === true);
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
