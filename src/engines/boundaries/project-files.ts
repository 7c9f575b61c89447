import { sep } from "node:path";
import {
  expandBraces,
  filesBelow,
  globEntriesMax,
  matchesPattern,
} from "../../config/files/glob.ts";

/** The files of a project, read once; dependencies and our own output are left out. */
export class ProjectFiles {
  readonly #files: readonly (readonly string[])[];

  constructor(files: readonly string[]) {
    this.#files = files.map((file) => file.split("/"));
  }

  /** Reads the names of the files below a folder. */
  static async below(root: string): Promise<ProjectFiles> {
    const files = await filesBelow(root, { depth: depthMax, entriesMax: globEntriesMax });
    return new ProjectFiles(files.map((file) => file.split(sep).join("/")).toSorted());
  }

  /** The files that any of some patterns matches, sorted. */
  matching(patterns: readonly string[]): readonly string[] {
    const wanted = segmentsOf(patterns);
    return this.#files
      .filter((file) => wanted.some((pattern) => matchesPattern(pattern, file)))
      .map((file) => file.join("/"));
  }
}

/** Whether a path matches any of some patterns. */
export function isMatched(file: string, patterns: readonly string[]): boolean {
  const segments = file.split("/");
  return segmentsOf(patterns).some((pattern) => matchesPattern(pattern, segments));
}

// --- inside ---

const depthMax = 32;

function segmentsOf(patterns: readonly string[]): readonly (readonly string[])[] {
  return patterns
    .flatMap((pattern) => expandBraces(pattern) ?? [pattern])
    .map((pattern) => pattern.split("/").filter((part) => part !== "" && part !== "."));
}
