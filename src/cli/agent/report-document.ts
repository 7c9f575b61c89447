import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { isTooDeep } from "../../kernel/failure/too-deep.ts";
import type { ProjectContext } from "../verb.ts";

/** Reads the JSON report that a word means: a file, or a run of the project. */
export async function reportDocument(
  word: string,
  { cwd, config }: ProjectContext,
): Promise<unknown> {
  const file = path.resolve(cwd, word);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === true) {
    if (found.size > bytesMax) throw notRead(word, `it has ${found.size} bytes`);
    return parsed(await textOf(file, word), word);
  }
  const { reportName, selectRun } = await import("../../store/runs/index.ts");
  const { folder } = await selectRun(word, { projectRoot: config.root, cwd });
  return parsed(await textOf(path.join(folder, reportName), word), word);
}

// --- inside ---

/** No report is near this. */
const bytesMax = 64 * 1024 * 1024;

async function textOf(file: string, word: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw notRead(word, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function parsed(text: string, word: string): unknown {
  if (isTooDeep(text)) throw notRead(word, "it is nested too deeply");
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw notRead(word, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function notRead(word: string, note: string): GauntletError {
  return new GauntletError({
    code: "A064",
    what: `\`${word}\` is not a report of a run`,
    where: word,
    note,
    help: "name a run, such as `latest`, or a file that `--report json:report.json` wrote",
  });
}
