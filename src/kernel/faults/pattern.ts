import { isLike } from "../values/like.ts";

/** What a name is compared with: text in which `*` stands for anything, or a regular expression. */
export type Pattern = string | RegExp;

/** Whether a URL, a host or a command is meant by a pattern; no pattern means all. */
export function isMeant(pattern: Pattern | undefined, text: unknown): boolean {
  if (pattern === undefined) return true;
  if (typeof text !== "string") return false;
  if (typeof pattern === "string") return isLike(pattern, text);
  // A global expression remembers where it was, so the same text would match every other time.
  return new RegExp(pattern.source, pattern.flags.replace("g", "")).test(text);
}

/** Whether a path is meant; a relative pattern is about the end of the path. */
export function isPathMeant(pattern: Pattern | undefined, path: unknown): boolean {
  if (typeof pattern !== "string" || pattern.startsWith("/")) return isMeant(pattern, path);
  return isMeant(pattern, path) || isMeant(`*/${pattern.replace(/^\.\//, "")}`, path);
}

/** A pattern as part of a fault's name. */
export function patternText(pattern: Pattern | undefined): string | undefined {
  return pattern === undefined ? undefined : String(pattern);
}
