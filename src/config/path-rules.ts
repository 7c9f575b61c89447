import type { ProjectFolders } from "./files/project-paths.ts";
import { fileProblem, pathProblem, placeProblem, selectorProblem } from "./files/project-paths.ts";
import type { PathRules } from "./schema-values.ts";
import { filesProblem, targetProblem } from "./scan/target-selector.ts";

/** Judges paths against a project on disk. */
export function pathRules(place: ProjectFolders): PathRules {
  return {
    output: (path) => pathProblem(path, place),
    tests: (selector) => selectorProblem(selector, place),
    file: (path) => fileProblem(path, place),
    files: (pattern) => filesProblem(pattern, place),
    target: (selector) => targetProblem(selector, place),
    place: (text) => placeProblem(text, place),
  };
}
