import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { expandBraces } from "./glob.ts";

/** A `class` value in its two parts: which files, and which export of them. */
export interface Selector {
  readonly pattern: string;
  readonly exportName: string;
}

/** The directories that bound what a config may name. */
export interface ProjectFolders {
  /** Where package.json is; nothing outside it is read or written. */
  readonly root: string;
  /** Where the config file is; its paths are relative to it. */
  readonly directory: string;
}

/** Splits `tests/pay.chaos.ts#checkout`; without `#` the default export is meant. */
export function parseSelector(selector: string): Selector {
  const { file, suffix } = splitSelector(selector);
  return { pattern: file, exportName: suffix === "" ? "default" : suffix.slice(1) };
}

/** Cuts `#export` off the path of a file; a `#` in the name of a folder belongs to the path. */
export function splitSelector(selector: string): {
  readonly file: string;
  readonly suffix: string;
} {
  const hash = selector.lastIndexOf("#");
  const isPart = hash === -1 || /[\\/]/u.test(selector.slice(hash));
  const end = isPart ? selector.length : hash;
  return { file: selector.slice(0, end), suffix: selector.slice(end) };
}

/** Says what is wrong with a `class` value, or nothing. */
export function selectorProblem(selector: string, place: ProjectFolders): string | undefined {
  const { pattern, exportName } = parseSelector(selector);
  if (pattern === "") return "must name a file before `#`";
  if (!exportNamePattern.test(exportName)) return "must end in the name of an export after `#`";
  const expanded = expandBraces(pattern);
  if (expanded === undefined) return "must not have more than 256 alternatives in braces";
  const wrongs = expanded.map((path) => pathProblem(path, place));
  return wrongs.find((wrong) => wrong !== undefined);
}

/** Says what is wrong with the path of something to read or write, or nothing. */
export function pathProblem(path: string, { root, directory }: ProjectFolders): string | undefined {
  if (/\p{Cc}/u.test(path)) return "must not have control characters";
  const target = resolve(directory, path);
  if (isInside(target, root) && isInside(realPathOf(target), realPathOf(root))) return undefined;
  return `must name something inside the project root \`${root}\``;
}

/** Says what is wrong with the path of a file that must exist, or nothing. */
export function fileProblem(path: string, place: ProjectFolders): string | undefined {
  const wrong = pathProblem(path, place);
  if (wrong !== undefined) return wrong;
  const stats = statSync(resolve(place.directory, path), { throwIfNoEntry: false });
  return stats?.isFile() === true ? undefined : "must name a file that exists";
}

/** Says what is wrong with `file#export`, or nothing; `#Carts.empty` is a part of an export. */
export function placeProblem(text: string, place: ProjectFolders): string | undefined {
  const hash = text.lastIndexOf("#");
  if (hash <= 0) return "must be `file#export`";
  const names = text.slice(hash + 1).split(".");
  if (!names.every((name) => exportNamePattern.test(name))) {
    return "must end in the name of an export after `#`";
  }
  return fileProblem(text.slice(0, hash), place);
}

/** Whether a path is strictly below a directory, by its spelling alone. */
export function isInside(path: string, directory: string): boolean {
  const between = relative(directory, path);
  return (
    between !== "" && between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between)
  );
}

/** What is at a path, without following a link at its end; nothing where that cannot be said. */
export function kindAt(path: string): "link" | "other" | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? "link" : "other";
  } catch {
    return undefined; // it is not there, or links on the way lead in a circle
  }
}

/** The path with its links followed, as far as it exists; also a link to what is not there. */
export function realPathOf(path: string): string {
  return followed(path, linksMax);
}

// --- inside ---

/** As many as Linux follows. */
const linksMax = 40;

function followed(path: string, linksLeft: number): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const place = resolve(followed(parent, linksLeft), relative(parent, path));
    if (kindAt(place) !== "link" || linksLeft === 0) return place;
    return followed(resolve(dirname(place), readlinkSync(place)), linksLeft - 1);
  }
}

const exportNamePattern = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
