import path from "node:path";
import type { FileTargets } from "./file-targets.ts";

/** Which files of a project are to be analysed, and how. */
export interface ProjectRequest {
  readonly projectRoot: string;
  /** Paths relative to the project root, or absolute. */
  readonly files: readonly string[];
  /** Whether names that begin with `_` count as well. */
  readonly includePrivate?: boolean;
}

/** What can be called in the files of a project. */
export interface ProjectTargets {
  readonly files: readonly FileTargets[];
  /** How many files were analysed now. */
  readonly analysedCount: number;
  /** How many analyses were kept from before. */
  readonly reusedCount: number;
}

/** Reads, without running anything, what can be called in files and with what. */
export async function analyseProject(request: ProjectRequest): Promise<ProjectTargets> {
  const { projectRoot, includePrivate = false } = request;
  const files = request.files.map((file) => path.resolve(projectRoot, file));
  // The type checker is large, so it is loaded when there is something to check.
  const { analyseFiles } = await import("./analyse-files.ts");
  const found = analyseFiles({ projectRoot, files, includePrivate });
  return { files: found, analysedCount: found.length, reusedCount: 0 };
}
