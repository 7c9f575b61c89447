import { statSync } from "node:fs";
import path from "node:path";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { type Config, loadConfig } from "../config/index.ts";
import type { StoredRun } from "../store/runs/index.ts";
import { tidyStore } from "../store/tidy-store.ts";
import type { ReadFlags } from "./flags.ts";
import type { Io } from "./io.ts";

/** Where a verb works and with which configuration. */
export interface ProjectContext {
  readonly cwd: string;
  readonly config: Config;
}

/** A run that a word means, and where. */
export interface SelectedRun extends ProjectContext {
  readonly run: StoredRun;
}

/** Finds the run that a word means. */
export async function selectedRunOf(word: string, flags: ReadFlags, io: Io): Promise<SelectedRun> {
  const { selectRun } = await import("../store/runs/index.ts");
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  return { ...place, run: await selectRun(word, { projectRoot: config.root, cwd }) };
}

/** Reads the configuration of the folder that the flags name. */
export async function projectContextOf(flags: ReadFlags, io: Io): Promise<ProjectContext> {
  const cwd = folderOf(flags, io);
  const config = await loadConfig({
    cwd,
    ...(flags.config === undefined ? {} : { path: path.resolve(cwd, flags.config) }),
  });
  void tidyStore(config.root); // what a killed command left; nobody waits for it
  return { cwd, config };
}

/** The folder that a verb works in; one that is named and is not there is an error. */
export function folderOf({ cwd }: Pick<ReadFlags, "cwd">, io: Pick<Io, "cwd">): string {
  if (cwd === undefined) return io.cwd;
  const folder = path.resolve(io.cwd, cwd);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return folder;
  throw new GauntletError({
    code: "U013",
    what: stats === undefined ? `there is not a folder \`${cwd}\`` : `\`${cwd}\` is not a folder`,
    where: `--cwd ${cwd}`,
    help: "name the folder of the project; it is looked for from where you are",
  });
}
