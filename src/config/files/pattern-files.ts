import { stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import { quote } from "../syntax/code-frame.ts";
import { expandBraces, filesBelow, glob, GlobExcess, globEntriesMax } from "./glob.ts";
import { nearestNames } from "../nearest-name.ts";
import type { ProjectFolders } from "./project-paths.ts";
import { isInside, realPathOf } from "./project-paths.ts";

/** What is needed to find the files of a pattern and to point at it when there are none. */
export interface PatternRequest {
  readonly place: ProjectFolders;
  /** Which of the files that the pattern matches are meant; a file that is named always is. */
  readonly accepts?: (file: string) => boolean;
  /** Where the pattern is written; asked for only when something must be pointed at. */
  readonly locate: () => Promise<Pick<ErrorParts, "where" | "frame">>;
}

/** The files of a path or pattern, absolute and sorted; no file at all is an error. */
export async function patternFiles(
  pattern: string,
  request: PatternRequest,
): Promise<readonly string[]> {
  const { place } = request;
  // A file that bears the very name comes first: `[id].{x}.ts` may be meant literally.
  const literal = resolve(place.directory, pattern);
  const found = (await isFile(literal)) ? [literal] : await filesOf(pattern, request);
  const files = found.filter((file) => file === literal || request.accepts?.(file) !== false);
  if (files.length === 0) throw await nothingFound(pattern, request);
  const root = realPathOf(place.root);
  const escaped = files.find((file) => !isInside(realPathOf(file), root));
  if (escaped === undefined) return files;
  const name = quote(relative(place.directory, escaped));
  throw await failure(request, {
    code: "C011",
    what: `the file ${name} is a link to something outside the project root`,
    note: `the project root is \`${place.root}\``,
  });
}

// --- inside ---

const nearFilesMax = 3;
const nearEntriesMax = 5000; // suggestions are not worth a long walk
const nearDepthMax = 8;

async function filesOf(pattern: string, request: PatternRequest): Promise<readonly string[]> {
  const { root, directory } = request.place;
  const alternatives = expandBraces(pattern) ?? [];
  try {
    const lists = await Promise.all(
      alternatives.map((path) => glob(relative(root, resolve(directory, path)), root)),
    );
    const found = [...new Set(lists.flat())].map((file) => join(root, file));
    const areFiles = await Promise.all(found.map(isFile));
    return found.filter((_, index) => areFiles[index]).toSorted();
  } catch (error) {
    throw await walkFailure(error, pattern, request);
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function walkFailure(
  error: unknown,
  pattern: string,
  request: PatternRequest,
): Promise<ConfigError> {
  if (error instanceof GlobExcess) {
    const limit = globEntriesMax.toLocaleString("en-US");
    return failure(request, {
      code: "C012",
      what: `${quote(pattern)} walks more than ${limit} directory entries`,
      help: "begin the pattern with a directory, such as `tests/**/*.chaos.ts`",
    });
  }
  const { code, path } = error as NodeJS.ErrnoException;
  const name = quote(path ?? pattern);
  return failure(request, { code: "C012", what: `${name} cannot be read (${code ?? "unknown"})` });
}

async function nothingFound(pattern: string, request: PatternRequest): Promise<ConfigError> {
  const what = `${quote(pattern)} matches no file`;
  const near = await nearFiles(pattern, request.place);
  const names = near.map((file) => `\`${file}\``).join(", ");
  const directory = relative(request.place.root, request.place.directory) || "the project root";
  return failure(request, {
    code: "C012",
    what,
    note: `looked in ${directory}${names === "" ? "" : `; the nearest files are ${names}`}`,
  });
}

async function nearFiles(pattern: string, place: ProjectFolders): Promise<readonly string[]> {
  try {
    const limits = { depth: nearDepthMax, entriesMax: nearEntriesMax };
    const files = (await filesBelow(place.directory, limits))
      .filter((file) => /(?<!\.d)\.[cm]?[jt]sx?$/u.test(file))
      .map((file) => file.replaceAll(sep, "/"));
    return nearestNames(pattern, files, { countMax: nearFilesMax, distanceMax: 1000 });
  } catch {
    return [];
  }
}

async function failure(request: PatternRequest, parts: ErrorParts): Promise<ConfigError> {
  return new ConfigError([{ ...parts, ...(await request.locate()) }]);
}
