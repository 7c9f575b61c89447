import { readFileSync } from "node:fs";
import path from "node:path";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { FileAnalysis } from "./analyse-files.ts";
import type { FileTargets } from "./file-targets.ts";
import type { CodePool } from "./find-callers.ts";
import { createCodePool, exportedNames } from "./find-callers.ts";
import type { CachedPlans } from "./cached-plans.ts";
import type { Digests } from "./plan-cache.ts";
import { createDigests, createPlanCache, digestOf } from "./plan-cache.ts";
import { readTypesApart, type TypesRequest } from "./types-process.ts";

/** Which files of a project are to be analysed, and how. */
export interface ProjectRequest {
  readonly projectRoot: string;
  /** Files, and folders of installed packages: relative to the project root, or absolute. */
  readonly files: readonly string[];
  /** Whether names that begin with `_` count as well. */
  readonly includePrivate?: boolean;
  /** Where analyses are kept, such as `.gauntlet/cache`; without it nothing is kept. */
  readonly cacheDir?: string;
}

/** What was found in one file. */
export interface StreamedFile {
  /** Its absolute path. */
  readonly file: string;
  readonly found: FileTargets;
  /** Whether it is known from before, because nothing that it depends on has changed. */
  readonly isKept: boolean;
  /** A digest of all the files that its meaning depends on. */
  readonly stateDigest: string;
}

/**
 * Reads, without running anything, what can be called in files and with what, and tells of each as
 * soon as it is known: what is known from before first, then the others in the order given. The
 * type checker works in a process of its own where that is wanted.
 */
export async function* streamProject(
  request: ProjectRequest,
  where: "here" | "apart",
): AsyncGenerator<StreamedFile> {
  const { projectRoot, includePrivate = false, cacheDir } = request;
  const files = [...new Set(request.files.map((file) => path.resolve(projectRoot, file)))];
  const cache = createPlanCache(cacheDir === undefined ? undefined : path.join(cacheDir, "plans"));
  const digests = createDigests();
  const pool = createCodePool(projectRoot);
  const keyOf = (file: string): string => JSON.stringify([projectRoot, file, includePrivate]);
  const stale: string[] = [];
  for (const file of files) {
    const shown = path.relative(projectRoot, file).replaceAll("\\", "/");
    const kept = cache.read(keyOf(file), shown);
    if (kept !== undefined && isCurrent(kept, callersOf(file, pool), digests)) {
      yield { file, found: kept.found, isKept: true, stateDigest: stateDigest(kept) };
    } else {
      stale.push(file);
    }
  }
  if (stale.length === 0) return;
  const callers = Object.fromEntries(stale.map((file) => [file, callersOf(file, pool)]));
  const wanted = { projectRoot, includePrivate, files: stale, callers };
  const read = where === "apart" ? readTypesApart(wanted) : readHere(wanted);
  for await (const { file, found, dependencies } of readable(read, projectRoot)) {
    const plans = {
      found,
      dependencies: digestsOf(dependencies, digests),
      callers: digestsOf(callers[file] ?? [], digests),
    };
    cache.write(keyOf(file), plans);
    yield { file, found, isKept: false, stateDigest: stateDigest(plans) };
  }
}

/** The file in which a target stands. */
export function homeOf({ calls: [first], module }: CallTarget): string {
  return first?.place.file ?? module;
}

/** Where a target stands, by which it is known wherever it is exported. */
export function placeOf({ calls: [first] }: CallTarget): string {
  return JSON.stringify([first?.kind, first?.place]);
}

// --- inside ---

async function* readHere({ callers, ...rest }: TypesRequest): AsyncGenerator<FileAnalysis> {
  // The type checker is large, so it is loaded when there is something to check.
  const { analyseFiles } = await import("./analyse-files.ts");
  yield* analyseFiles({ ...rest, callersOf: (file) => callers[file] ?? [] });
}

/** The type checker calls itself for each level of a file or a tsconfig.json. */
async function* readable<T>(analyses: AsyncIterable<T>, projectRoot: string): AsyncGenerator<T> {
  try {
    yield* analyses;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new GauntletError({
      code: "S018",
      what: "the types cannot be read: a file or a tsconfig.json is nested too deeply",
      where: projectRoot,
      note: thrown.message,
      help: "scan other files, or look at what was generated or changed last",
    });
  }
}

function callersOf(file: string, pool: CodePool): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return pool.callersOf(file.replaceAll("\\", "/"), exportedNames(text));
}

function isCurrent(kept: CachedPlans, callers: readonly string[], digests: Digests): boolean {
  const isSame = ([file, digest]: readonly [string, string]): boolean => digests(file) === digest;
  if (!Object.entries(kept.dependencies).every(isSame)) return false;
  if (callers.length !== Object.keys(kept.callers).length) return false;
  return callers.every((file) => kept.callers[file] === digests(file));
}

function digestsOf(files: readonly string[], digests: Digests): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, digests(file)]));
}

function stateDigest({ dependencies }: CachedPlans): string {
  const files = Object.keys(dependencies).toSorted((a, b) => (a < b ? -1 : 1));
  return digestOf(JSON.stringify(files.map((file) => [file, dependencies[file]])));
}
