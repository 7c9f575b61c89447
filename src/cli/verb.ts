import path from "node:path";
import { type Config, loadConfig } from "../subject/config/index.ts";
import type { PlaceFlags } from "./flags.ts";
import type { Io } from "./io.ts";

/** Where a verb works and with which configuration. */
export interface Place {
  readonly cwd: string;
  readonly config: Config;
}

/** Reads the configuration of the folder that the flags name. */
export async function placeOf(flags: PlaceFlags, io: Io): Promise<Place> {
  const cwd = flags.cwd === undefined ? io.cwd : path.resolve(io.cwd, flags.cwd);
  const config = await loadConfig({
    cwd,
    ...(flags.config === undefined ? {} : { path: path.resolve(cwd, flags.config) }),
  });
  return { cwd, config };
}
