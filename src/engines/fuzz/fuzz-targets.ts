import { readFile } from "node:fs/promises";
import path from "node:path";
import { splitSelector } from "../../config/files/project-paths.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  type ExportedSubject,
  exportedSubjects,
  findFuzzSubjects,
} from "../../subject/chaos-files.ts";
import { hasDraws, isScenarioFile, readScenario } from "../../subject/scenarios/index.ts";
import { makesFuzz } from "../../subject/fuzz/makes-fuzz.ts";
import { functionTest } from "./function-test.ts";

/**
 * The fuzz tests that words mean: files with one, functions for which one is written, and without
 * words every `*.fuzz.ts` below a folder.
 */
export async function fuzzTargets(
  words: readonly string[],
  cwd: string,
): Promise<readonly ExportedSubject[]> {
  const found = words.length === 0 ? await findFuzzSubjects(cwd) : await namedTargets(words, cwd);
  if (found.length > 0) return found;
  throw new GauntletError({
    code: "U007",
    what: "there is nothing to fuzz",
    where: path.basename(cwd),
    note: "no file here is called `*.fuzz.ts`",
    help: "name a function: `gauntlet fuzz src/parse.ts#parse`",
  });
}

// --- inside ---

async function namedTargets(
  words: readonly string[],
  cwd: string,
): Promise<readonly ExportedSubject[]> {
  const targets: ExportedSubject[] = [];
  for (const word of words) targets.push(...(await targetsOf(word, cwd)));
  return targets;
}

async function targetsOf(word: string, cwd: string): Promise<readonly ExportedSubject[]> {
  const { file, suffix } = splitSelector(word);
  const absolute = path.resolve(cwd, file);
  const name = suffix.slice(1);
  if (isScenarioFile(absolute)) return [await drawingScenario(absolute, file)];
  const text = await readFile(absolute, "utf8").catch(() => undefined);
  // What is not there says so when it is loaded, as everywhere.
  if (text === undefined) return [{ file: absolute, exportName: name || "default" }];
  if (makesFuzz(text)) {
    if (name !== "") return [{ file: absolute, exportName: name }];
    return exportedSubjects(absolute, text).map((exportName) => ({ file: absolute, exportName }));
  }
  return [await functionTest(absolute, name, cwd)];
}

/** What the draw steps of a scenario make is its input. */
async function drawingScenario(file: string, shown: string): Promise<ExportedSubject> {
  const read = await readScenario({ file, shown });
  // One of several nodes says when it is loaded that nothing executes it.
  if (read.kind === "steps" && !hasDraws(read.scenario)) {
    throw new GauntletError({
      code: "U007",
      what: "there is nothing to fuzz",
      where: shown,
      note: "no step of this scenario draws a value",
      help: "add a step: `{ type: draw, name: amount, schema: { type: integer } }`",
    });
  }
  return { file, exportName: "default" };
}
