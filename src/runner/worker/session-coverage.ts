import path from "node:path";
import { expandBraces, matchesPattern } from "../../config/files/glob.ts";
import { type Coverage, createCoverage } from "../../subject/coverage/index.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** What of the project is counted: its own files, or those that were named. */
export function coverageOf(
  { coverage, projectRoot }: LoadCommand,
  countsWork = false,
): Coverage | undefined {
  if (coverage === undefined && !countsWork) return undefined;
  const { ngram, targetModules } = coverage ?? { ngram: 1, targetModules: [] };
  const wanted = targetModules.flatMap((glob) => expandBraces(glob) ?? []);
  const patterns = wanted.map((glob) => glob.replace(/^\.\//, "").split("/"));
  const includes = (file: string): boolean => {
    const inside = path.relative(projectRoot, file).split(path.sep);
    if (patterns.length > 0) return patterns.some((pattern) => matchesPattern(pattern, inside));
    return !inside.includes("node_modules");
  };
  return createCoverage({ ngram, includes, countsWork });
}
