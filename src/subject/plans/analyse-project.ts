import { readFileSync } from "node:fs";
import path from "node:path";
import type { CallTarget } from "../../kernel/call-plan.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { FileTargets } from "./file-targets.ts";
import type { CodePool } from "./find-callers.ts";
import { createCodePool, exportedNames } from "./find-callers.ts";
import type { KeptPlans } from "./kept-plans.ts";
import type { Digests } from "./plan-cache.ts";
import { createDigests, createPlanCache } from "./plan-cache.ts";

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

/** What can be called in the files of a project. */
export interface ProjectTargets {
  /** In the order in which the files were given. */
  readonly files: readonly FileTargets[];
  /** How many files were analysed now. */
  readonly analysedCount: number;
  /** How many analyses were kept from before, because nothing that they depend on has changed. */
  readonly reusedCount: number;
}

/** Reads, without running anything, what can be called in files and with what. */
export async function analyseProject(request: ProjectRequest): Promise<ProjectTargets> {
  const { projectRoot, includePrivate = false, cacheDir } = request;
  const files = [...new Set(request.files.map((file) => path.resolve(projectRoot, file)))];
  const cache = createPlanCache(cacheDir === undefined ? undefined : path.join(cacheDir, "plans"));
  const digests = createDigests();
  const pool = createCodePool(projectRoot);
  const keyOf = (file: string): string => JSON.stringify([projectRoot, file, includePrivate]);
  const found = new Map<string, FileTargets>();
  for (const file of files) {
    const shown = path.relative(projectRoot, file).replaceAll("\\", "/");
    const kept = cache.read(keyOf(file), shown);
    if (kept !== undefined && isCurrent(kept, callersOf(file, pool), digests)) {
      found.set(file, kept.found);
    }
  }
  const stale = files.filter((file) => !found.has(file));
  if (stale.length > 0) {
    // The type checker is large, so it is loaded when there is something to check.
    const { analyseFiles } = await import("./analyse-files.ts");
    const callers = (file: string): readonly string[] => callersOf(file, pool);
    const base = { projectRoot, includePrivate, callersOf: callers };
    for (const analysis of readable(() => analyseFiles({ ...base, files: stale }), projectRoot)) {
      found.set(analysis.file, analysis.found);
      cache.write(keyOf(analysis.file), {
        found: analysis.found,
        dependencies: digestsOf(analysis.dependencies, digests),
        callers: digestsOf(callers(analysis.file), digests),
      });
    }
  }
  const ordered = files.flatMap((file) => found.get(file) ?? []);
  const reusedCount = files.length - stale.length;
  return { files: ordered.map(withoutRepeats(ordered)), analysedCount: stale.length, reusedCount };
}

// --- inside ---

/** The type checker calls itself for each level of a file or a tsconfig.json. */
function* readable<T>(analyse: () => Iterable<T>, projectRoot: string): Generator<T> {
  try {
    yield* analyse();
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

function isCurrent(kept: KeptPlans, callers: readonly string[], digests: Digests): boolean {
  const isSame = ([file, digest]: readonly [string, string]): boolean => digests(file) === digest;
  if (!Object.entries(kept.dependencies).every(isSame)) return false;
  if (callers.length !== Object.keys(kept.callers).length) return false;
  return callers.every((file) => kept.callers[file] === digests(file));
}

function digestsOf(files: readonly string[], digests: Digests): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, digests(file)]));
}

/** What a file only passes on is called where it stands, if that file is analysed too. */
function withoutRepeats(all: readonly FileTargets[]): (file: FileTargets) => FileTargets {
  const own = new Set(
    all.flatMap(({ module, targets }) =>
      targets.flatMap((target) => (homeOf(target) === module ? [placeOf(target)] : [])),
    ),
  );
  return (file) => {
    const targets = file.targets.filter(
      (target) => homeOf(target) === file.module || !own.has(placeOf(target)),
    );
    return targets.length === file.targets.length ? file : { ...file, targets };
  };
}

function homeOf({ calls: [first], module }: CallTarget): string {
  return first?.place.file ?? module;
}

function placeOf({ calls: [first] }: CallTarget): string {
  return JSON.stringify([first?.kind, first?.place]);
}
