import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { isInside, realPathOf } from "../../config/files/project-paths.ts";
import { pathRefusal } from "../../world/host/confined-path.ts";

/**
 * The file that a trace may have run: a file of the project, links followed. A trace is data that
 * anyone may have written, and replaying it executes this file, so it may name no other.
 */
export function traceSubject(file: string, projectRoot: string): string {
  const because = pathRefusal(file) ?? whyNotOwn(file, projectRoot);
  if (because === undefined) return file;
  throw new GauntletError({
    code: outsideCode,
    what: `the trace names a subject that is not of this project: ${because}`,
    where: file,
    note: "nothing was run: a trace may only run files below the project root",
    help: "replay it in the project that it was recorded in: add `--cwd <project>`",
  });
}

/** The code of a trace that names a file of somewhere else. */
export const outsideCode = "T032";

// --- inside ---

function whyNotOwn(file: string, projectRoot: string): string | undefined {
  if (/\p{Cc}/u.test(file)) return "it has a control character";
  if (file.split(/[\\/]/u).includes("node_modules")) return "it is a file of a package";
  const real = realPathOf(path.resolve(projectRoot, file));
  if (!isInside(real, realPathOf(projectRoot))) return "a link leads out of the project";
  if (real.split(path.sep).slice(rootParts(projectRoot)).includes("node_modules")) {
    return "a link leads to a file of a package";
  }
  return undefined;
}

/** A project may itself lie below a folder of that name, as a template in a package does. */
function rootParts(projectRoot: string): number {
  return realPathOf(projectRoot).split(path.sep).length;
}
