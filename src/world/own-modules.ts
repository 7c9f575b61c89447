import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that all of our own code is in. */
export const ownFolder: string = fileURLToPath(new URL("..", import.meta.url));

/**
 * The module of ours that a line belongs to, as `world/witness`; undefined where it is not ours.
 * What ships is many modules in one file, which says where each begins.
 */
export function ownModule(file: string, line: number): string | undefined {
  if (!file.startsWith(ownFolder)) return undefined;
  const starts = startsIn(file);
  if (starts.length === 0) return nameOf(path.relative(ownFolder, file));
  let found: string | undefined;
  for (const start of starts) {
    if (start.line > line) break;
    found = start.name;
  }
  return found ?? "";
}

// --- inside ---

interface ModuleStart {
  readonly line: number;
  readonly name: string;
}

// Taken before anything is replaced: what stands in for it may ask who is calling.
const { readFileSync } = fs;

const known = new Map<string, readonly ModuleStart[]>();

function startsIn(file: string): readonly ModuleStart[] {
  let starts = known.get(file);
  if (starts === undefined) {
    starts = readStarts(file);
    known.set(file, starts);
  }
  return starts;
}

function readStarts(file: string): readonly ModuleStart[] {
  const starts: ModuleStart[] = [];
  const lines = readFileSync(file, "utf8").split("\n");
  for (const [index, text] of lines.entries()) {
    const [, name] = /^\/\/ compiled\/(.+)$/.exec(text) ?? [];
    if (name !== undefined) starts.push({ line: index + 1, name: nameOf(name) });
  }
  return starts;
}

function nameOf(file: string): string {
  return file
    .split(path.sep)
    .join("/")
    .replace(/\.[jt]s$/, "");
}
