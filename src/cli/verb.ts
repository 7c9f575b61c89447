import path from "node:path";
import { type Config, loadConfig } from "../subject/config/index.ts";
import type { StoredRun } from "../runner/runs/index.ts";
import type { ReadFlags } from "./flags.ts";
import type { Io } from "./io.ts";

/** Where a verb works and with which configuration. */
export interface Place {
  readonly cwd: string;
  readonly config: Config;
}

/** A run that a word means, and where. */
export interface RunPlace extends Place {
  readonly run: StoredRun;
}

/** Finds the run that a word means. */
export async function runPlaceOf(word: string, flags: ReadFlags, io: Io): Promise<RunPlace> {
  const { selectRun } = await import("../runner/runs/index.ts");
  const place = await placeOf(flags, io);
  const { cwd, config } = place;
  return { ...place, run: await selectRun(word, { projectRoot: config.root, cwd }) };
}

/** Reads the configuration of the folder that the flags name. */
export async function placeOf(flags: ReadFlags, io: Io): Promise<Place> {
  const cwd = flags.cwd === undefined ? io.cwd : path.resolve(io.cwd, flags.cwd);
  const config = await loadConfig({
    cwd,
    ...(flags.config === undefined ? {} : { path: path.resolve(cwd, flags.config) }),
  });
  return { cwd, config };
}
