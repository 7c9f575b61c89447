import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { UnwrittenError } from "../../store/unwritten.ts";
import { pathProblem } from "../../config/files/project-paths.ts";
import type { StarterFile } from "./starter-test.ts";

/** What became of a file. */
export interface InitFile {
  /** Relative to the project root. */
  readonly path: string;
  /** `extended` and `kept` were there before; `kept` stays as it is. */
  readonly action: "written" | "extended" | "replaced" | "kept";
}

/**
 * Writes the files of a plan, each as a whole. What is there stays unless `isForced`; where one
 * file cannot be written, those that were new are taken away again, and so is what was added. With
 * `isDry`, only says what it would do.
 */
export async function writePlan(
  files: readonly StarterFile[],
  options: {
    readonly projectRoot: string;
    /** The repository that the project is part of; workflows are read from there only. */
    readonly repositoryRoot?: string | undefined;
    readonly isForced: boolean;
    readonly isDry: boolean;
  },
): Promise<readonly InitFile[]> {
  const { projectRoot, repositoryRoot = projectRoot, isDry } = options;
  for (const { path: name } of files) {
    const file = path.relative(repositoryRoot, path.join(projectRoot, name));
    if (file.startsWith(path.join(".github", "workflows"))) refuseOutside(file, repositoryRoot);
    else refuseOutside(name, projectRoot);
  }
  const planned = files.map((file) => ({ ...file, action: actionOf(file, options) }));
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { path: name, text, action } of planned) {
      if (isDry || action === "kept") continue;
      const file = path.join(projectRoot, name);
      const before = action === "extended" ? await readFile(file, "utf8") : "";
      const gap = before === "" || before.endsWith("\n") ? "" : "\n";
      await writeWhole(file, `${before}${gap}${text}`);
      if (action === "written") undo.push(() => rm(file, { force: true }));
      if (action === "extended") undo.push(() => writeWhole(file, before));
    }
  } catch (thrown) {
    let left = 0;
    for (const takeBack of undo) await takeBack().catch(() => (left += 1));
    const { file, reason } =
      thrown instanceof UnwrittenError ? thrown : { file: projectRoot, reason: messageOf(thrown) };
    const rest =
      left === 0 ? "no new file was left behind" : `${left} could not be taken back: look at them`;
    throw new GauntletError({
      code: "I002",
      what: "a file cannot be written",
      where: path.relative(projectRoot, file) || projectRoot,
      note: reason,
      help: `check its permissions and the free space; ${rest}`,
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

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function actionOf(
  { path: name, isAdded }: StarterFile,
  { projectRoot, isForced }: { readonly projectRoot: string; readonly isForced: boolean },
): InitFile["action"] {
  if (!existsSync(path.join(projectRoot, name))) return "written";
  if (isAdded === true) return "extended";
  return isForced ? "replaced" : "kept";
}
