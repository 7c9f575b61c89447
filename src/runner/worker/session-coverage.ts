import path from "node:path";
import { expandBraces, matchesPattern } from "../../config/files/glob.ts";
import {
  type Coverage,
  createCoverage,
  type PlacedFile,
  placedBlocks,
} from "../../subject/coverage/index.ts";
import type { PreparedGraph } from "../../subject/loader/index.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** What of the project is counted: its own files, or those that were named. */
export function coverageOf(
  { coverage, projectRoot }: LoadCommand,
  { countsWork, packages }: { readonly countsWork: boolean; readonly packages: readonly string[] },
): Coverage | undefined {
  if (coverage === undefined && !countsWork) return undefined;
  const { ngram, targetModules } = coverage ?? { ngram: 1, targetModules: [] };
  const wanted = targetModules.flatMap((glob) => expandBraces(glob) ?? []);
  const patterns = wanted.map((glob) => glob.replace(/^\.\//, "").split("/"));
  const includes = (file: string): boolean => {
    const inside = path.relative(projectRoot, file).split(path.sep);
    if (patterns.length > 0) return patterns.some((pattern) => matchesPattern(pattern, inside));
    const at = inside.lastIndexOf("node_modules");
    if (at < 0) return true;
    const [scope = "", name = ""] = inside.slice(at + 1);
    return packages.includes(scope.startsWith("@") ? `${scope}/${name}` : scope);
  };
  return createCoverage({ ngram, includes, countsWork });
}

/** Says where blocks stand, each time of the files that came since, where that is asked for. */
export function placesOf(
  { coverage: asked, projectRoot }: LoadCommand,
  coverage: Coverage | undefined,
  graph: Pick<PreparedGraph, "lineOf">,
): () => readonly PlacedFile[] | undefined {
  let told = 0;
  return () => {
    if (asked?.placesBlocks !== true || coverage === undefined) return undefined;
    const placed = placedBlocks(coverage.map, told, (file, offset) => graph.lineOf(file, offset));
    told += placed.length;
    return placed.map((one) => ({
      ...one,
      file: path.relative(projectRoot, one.file).split(path.sep).join("/"),
    }));
  };
}
