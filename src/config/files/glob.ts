import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";

// Node 20 has no glob, and the matchers of npm bring options that would all be promises. Patterns
// here have `*`, `**`, `?` and `{a,b}`. Matching never backtracks past the last star, so no pattern
// can hang. Directories behind symbolic links are not walked, so there are no loops.

/** A tree that holds more entries than a pattern may walk. */
export class GlobExcess extends Error {}

/** The most directory entries that one pattern may walk. */
export const globEntriesMax = 50_000;

/** Spells out `{a,b}`, or gives nothing when there are more than 256 alternatives. */
export function expandBraces(pattern: string): readonly string[] | undefined {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0) {
    if (done.length + open.length > alternativesMax) return undefined;
    const next = open.pop() ?? "";
    const brace = firstBrace(next);
    if (brace === undefined) done.push(next);
    else for (const option of brace.options) open.push(brace.before + option + brace.after);
  }
  return [...new Set(done)];
}

/** Whether a path, given by its segments, matches a pattern, given the same way. */
export function matchesPattern(pattern: readonly string[], path: readonly string[]): boolean {
  // reachable[i]: the first i segments of the path are matched by the pattern so far.
  let reachable = [true, ...path.map(() => false)];
  for (const segment of pattern) {
    const next = reachable.map(() => false);
    for (const [index, isReached] of reachable.entries()) {
      const name = path[index];
      if (segment === "**") {
        const isCarried = index > 0 && next[index - 1] === true && !isHidden(path[index - 1]);
        next[index] = isReached || isCarried;
      } else if (isReached && name !== undefined && matchesSegment(segment, name)) {
        next[index + 1] = true;
      }
    }
    reachable = next;
  }
  return reachable.at(-1) === true;
}

/** The files that match a pattern of absolute path segments below a directory, sorted. */
export async function glob(pattern: string, directory: string): Promise<readonly string[]> {
  const segments = pattern.split(sep).filter((segment) => segment !== "" && segment !== ".");
  const staticCount = segments.findIndex((segment) => /[*?]/u.test(segment));
  const base = staticCount === -1 ? segments.slice(0, -1) : segments.slice(0, staticCount);
  const rest = segments.slice(base.length);
  const depth = rest.includes("**") ? depthMax : rest.length;
  const files = await filesBelow(join(directory, ...base), { depth, entriesMax: globEntriesMax });
  return files
    .filter((file) => matchesPattern(rest, file.split(sep)))
    .map((file) => join(...base, file))
    .toSorted(byCodeUnit);
}

/** The files below a directory, as relative paths; dependencies and our own output are left out. */
export async function filesBelow(
  directory: string,
  limits: { depth: number; entriesMax: number },
): Promise<readonly string[]> {
  const walk: Walk = { directory, files: [], entriesLeft: limits.entriesMax };
  await walkLevel(walk, [""], limits.depth);
  return walk.files;
}

// --- inside ---

const alternativesMax = 256;
const depthMax = 32;
const ignoredNames = new Set(["node_modules", ".git", ".gauntlet"]);

interface Walk {
  readonly directory: string;
  readonly files: string[];
  entriesLeft: number;
}

async function walkLevel(walk: Walk, level: readonly string[], depth: number): Promise<void> {
  if (level.length === 0 || depth === 0) return;
  const lists = await Promise.all(level.map((path) => entriesOf(walk.directory, path)));
  walk.entriesLeft -= lists.reduce((count, list) => count + list.length, 0);
  if (walk.entriesLeft < 0) throw new GlobExcess();
  const below: string[] = [];
  for (const [index, list] of lists.entries()) {
    const parent = level[index] ?? "";
    for (const entry of list) {
      if (ignoredNames.has(entry.name)) continue;
      const path = parent === "" ? entry.name : `${parent}${sep}${entry.name}`;
      if (entry.isDirectory()) below.push(path);
      else walk.files.push(path);
    }
  }
  await walkLevel(walk, below, depth - 1);
}

async function entriesOf(directory: string, path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(join(directory, path), { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return [];
    throw error;
  }
}

function isHidden(name: string | undefined): boolean {
  return name?.startsWith(".") === true;
}

// The last star is the only place to go back to, which keeps this linear in practice and
// quadratic at worst; a name has at most 255 characters.
function matchesSegment(segment: string, name: string): boolean {
  if (isHidden(name) && !isHidden(segment)) return false;
  let [at, star, mark, index] = [0, -1, 0, 0];
  while (index < name.length) {
    if (at < segment.length && segment[at] === "*") {
      [star, mark] = [at, index];
      at += 1;
    } else if (at < segment.length && (segment[at] === "?" || segment[at] === name[index])) {
      at += 1;
      index += 1;
    } else {
      if (star === -1) return false;
      mark += 1;
      [at, index] = [star + 1, mark];
    }
  }
  while (segment[at] === "*") at += 1;
  return at === segment.length;
}

// The first `{…}` with a comma in it; braces without one are part of a name.
function firstBrace(
  pattern: string,
): { before: string; options: readonly string[]; after: string } | undefined {
  for (let start = pattern.indexOf("{"); start !== -1; start = pattern.indexOf("{", start + 1)) {
    const parts = splitBrace(pattern, start);
    if (parts === undefined || parts.options.length < 2) continue;
    return {
      before: pattern.slice(0, start),
      options: parts.options,
      after: pattern.slice(parts.end),
    };
  }
  return undefined;
}

function splitBrace(
  pattern: string,
  start: number,
): { options: readonly string[]; end: number } | undefined {
  const options: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    const isEnd = depth === 0;
    if (isEnd || (character === "," && depth === 1)) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (isEnd) return { options, end: at + 1 };
  }
  return undefined;
}

function byCodeUnit(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
