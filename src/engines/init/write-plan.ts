import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { writeWhole } from "../../runner/finding-store.ts";
import { pathProblem } from "../../subject/config/project-paths.ts";
import type { StarterFile } from "./starter-test.ts";

/** What became of a file. */
export interface InitFile {
  /** Relative to the project root. */
  readonly path: string;
  /** `kept` was there before and stays as it is. */
  readonly action: "written" | "replaced" | "kept";
}

/**
 * Writes the files of a plan, each as a whole. What is there stays unless `isForced`; where one
 * file cannot be written, those that were new are taken away again. With `isDry`, only says what it
 * would do.
 */
export async function writePlan(
  files: readonly StarterFile[],
  options: { readonly projectRoot: string; readonly isForced: boolean; readonly isDry: boolean },
): Promise<readonly InitFile[]> {
  const { projectRoot, isDry } = options;
  for (const file of files) refuseOutside(file.path, projectRoot);
  const planned = files.map((file) => ({ ...file, action: actionOf(file.path, options) }));
  const done: string[] = [];
  try {
    for (const { path: name, text, action } of planned) {
      if (isDry || action === "kept") continue;
      await writeWhole(path.join(projectRoot, name), text);
      if (action === "written") done.push(name);
    }
  } catch (thrown) {
    for (const name of done) await rm(path.join(projectRoot, name), { force: true });
    throw new GauntletError({
      code: "I002",
      what: "a file cannot be written",
      where: projectRoot,
      note: thrown instanceof Error ? thrown.message : String(thrown),
      help: "check its permissions and the free space; no new file was left behind",
    });
  }
  return planned.map(({ path: name, action }) => ({ path: name, action }));
}

/** Refuses a path that leads out of the project, also through links. */
export function refuseOutside(name: string, projectRoot: string): void {
  const wrong = pathProblem(name, { root: projectRoot, directory: projectRoot });
  if (wrong === undefined) return;
  throw new GauntletError({
    code: "I001",
    what: `\`${name}\` ${wrong}`,
    where: name,
    help: "name a path inside the project",
  });
}

// --- inside ---

function actionOf(
  name: string,
  { projectRoot, isForced }: { readonly projectRoot: string; readonly isForced: boolean },
): InitFile["action"] {
  if (!existsSync(path.join(projectRoot, name))) return "written";
  return isForced ? "replaced" : "kept";
}
