import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { quote } from "../../config/syntax/code-frame.ts";
import {
  expandBraces,
  filesBelow,
  glob,
  GlobExcess,
  globEntriesMax,
  matchesPattern,
} from "../../config/files/glob.ts";

/** The scenario files that were meant, and the paths that name nothing. */
export interface FoundScenarios {
  /** Absolute and sorted; a file that has two names is here once. */
  readonly files: readonly string[];
  /** What was given and is not there, as it was given. */
  readonly missing: readonly string[];
}

/**
 * Finds scenario files by paths, folders and patterns; without any, those of the whole project. A
 * file that is named is one whatever it is called; folders are looked through for the endings of
 * scenarios, and so are patterns that do not spell an ending.
 */
export async function findScenarios(
  selectors: readonly string[],
  { cwd, root }: { readonly cwd: string; readonly root: string },
): Promise<FoundScenarios> {
  const files: string[] = [];
  const missing: string[] = [];
  for (const selector of selectors.length === 0 ? [root] : selectors) {
    const found = await selected(selector, cwd);
    if (found === undefined) missing.push(selector);
    else files.push(...found);
  }
  return { files: eachOnce(files), missing: [...new Set(missing)] };
}

// --- inside ---

const endings = ["*.scenario.yaml", "*.scenario.yml", "*.scenario.json", "*.fozzy.json"];
const spelledEnding = /\.(?:ya?ml|json)$/iu;
const folderDepthMax = 32;

async function selected(selector: string, cwd: string): Promise<readonly string[] | undefined> {
  const literal = path.resolve(cwd, selector);
  try {
    // Something that bears the very name comes first: `[id].{x}.json` may be meant literally.
    const stats = statSync(literal, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return await inFolder(literal);
    if (stats !== undefined) return [literal];
    return isPattern(selector) ? await matching(selector, cwd) : undefined;
  } catch (error) {
    throw walkFailure(error, selector);
  }
}

function isPattern(selector: string): boolean {
  return /[*?]/u.test(selector) || (expandBraces(selector)?.length ?? 2) > 1;
}

async function inFolder(folder: string): Promise<readonly string[]> {
  const below = await filesBelow(folder, { depth: folderDepthMax, entriesMax: globEntriesMax });
  return below.filter(isNamedScenario).map((file) => path.join(folder, file));
}

async function matching(pattern: string, cwd: string): Promise<readonly string[]> {
  const alternatives = expandBraces(pattern);
  if (alternatives === undefined) {
    throw new GauntletError({
      code: "N011",
      what: `the pattern ${quote(pattern)} has more than 256 alternatives in braces`,
      where: pattern,
      help: "give a folder, or several patterns",
    });
  }
  const found: string[] = [];
  for (const alternative of alternatives) {
    const names = await glob(path.relative(cwd, path.resolve(cwd, alternative)), cwd);
    const meant = spelledEnding.test(alternative) ? names : names.filter(isNamedScenario);
    found.push(...meant.map((name) => path.join(cwd, name)));
  }
  return found;
}

/** By the last part of the path, and not in a hidden folder, as patterns have it. */
function isNamedScenario(file: string): boolean {
  const parts = file.split(path.sep);
  return endings.some((ending) => matchesPattern(["**", ending], parts));
}

/** Without folders, and without second names of one file: the real name is the one that stays. */
function eachOnce(files: readonly string[]): readonly string[] {
  const byReal = new Map<string, string>();
  for (const file of files.toSorted()) {
    // A link that leads nowhere stays in the list: reading it says so, and it is not passed over.
    const real = realOf(file);
    if (real !== undefined && (real === file || !byReal.has(real))) byReal.set(real, file);
  }
  return [...byReal.values()].toSorted();
}

function realOf(file: string): string | undefined {
  try {
    const real = realpathSync.native(file);
    return statSync(real).isDirectory() ? undefined : real;
  } catch {
    return file;
  }
}

function walkFailure(error: unknown, selector: string): unknown {
  if (error instanceof GauntletError) return error;
  if (error instanceof GlobExcess) {
    const limit = globEntriesMax.toLocaleString("en-US");
    return new GauntletError({
      code: "N011",
      what: `${quote(selector)} leads through more than ${limit} directory entries`,
      where: selector,
      help: "name a folder that holds the scenarios, such as `gauntlet test tests`",
    });
  }
  const { code, path: place } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new GauntletError({
    code: "N011",
    what: `${quote(place ?? selector)} cannot be read (${code})`,
    where: selector,
  });
}
