import { relative, resolve, sep } from "node:path";
import { expandBraces, matchesPattern } from "../files/glob.ts";
import type { ProjectFolders } from "../files/project-paths.ts";
import { pathProblem } from "../files/project-paths.ts";

/** Which functions, classes and methods are meant: `parsePrice`, `Cart.*`, `src/a.ts:Cart.add`. */
export interface TargetSelector {
  /** A file or pattern relative to the project root with forward slashes; absent means any. */
  readonly file?: string | undefined;
  /** A name with `*` and `?`; the name of a class means all of it. */
  readonly name: string;
}

/** Reads a selector whose file is relative to the config. */
export function parseTarget(text: string, place: ProjectFolders): TargetSelector {
  const colon = text.lastIndexOf(":");
  const name = text.slice(colon + 1);
  return colon === -1 ? { name } : { file: rootRelative(text.slice(0, colon), place), name };
}

/** Says what is wrong with a selector, or nothing. */
export function targetProblem(text: string, place: ProjectFolders): string | undefined {
  const colon = text.lastIndexOf(":");
  const name = text.slice(colon + 1);
  if (!/^[\p{ID_Continue}$*?#]+(?:\.[\p{ID_Continue}$*?#]+)*$/u.test(name)) {
    return "must be `name`, `Class.method` or `file:name`, with `*` for any part of a name";
  }
  if (colon === -1) return undefined;
  return colon === 0 ? "must name a file before `:`" : filesProblem(text.slice(0, colon), place);
}

/** Says what is wrong with a file or pattern, or nothing. */
export function filesProblem(pattern: string, place: ProjectFolders): string | undefined {
  const expanded = expandBraces(pattern);
  if (expanded === undefined) return "must not have more than 256 alternatives in braces";
  return expanded.map((path) => pathProblem(path, place)).find((wrong) => wrong !== undefined);
}

/** Whether a selector means a function, class or method of a file of the project. */
export function selects(
  selector: TargetSelector,
  target: { readonly module: string; readonly name: string },
): boolean {
  return (
    (selector.file === undefined || matchesFile(selector.file, target.module)) &&
    matchesName(selector.name, target.name)
  );
}

/** Whether a name is meant by a pattern; `Cart` and `Cart.*` both mean `Cart` and `Cart.add`. */
export function matchesName(pattern: string, name: string): boolean {
  const wanted = pattern.replace(/\.\*$/u, "");
  const owners = name.split(".").map((_, index, parts) => parts.slice(0, index + 1).join("."));
  return owners.some((owner) => matchesPattern([wanted], [owner]));
}

/** Whether a file, given by its path from the project root, is meant by a file or pattern. */
export function matchesFile(pattern: string, module: string): boolean {
  const path = module.split("/");
  return (expandBraces(pattern) ?? []).some((alternative) => {
    const segments = alternative.split("/");
    return (
      alternative === module ||
      [segments, [...segments, "**"]].some((wanted) => matchesPattern(wanted, path))
    );
  });
}

/** A path or pattern as it reads from the project root, with forward slashes. */
export function rootRelative(path: string, { root, directory }: ProjectFolders): string {
  return relative(root, resolve(directory, path)).replaceAll(sep, "/");
}
