import { realpathSync } from "node:fs";
import path from "node:path";
import { readScenario, scenarioModule } from "../subject/scenarios/index.ts";
import type { LoadCommand } from "./protocol.ts";

/** A scenario file, ready to be loaded like code. */
export interface OpenScenario {
  /** The text of its module, by the real path of the file. */
  readonly sources: ReadonlyMap<string, string>;
  /** The file itself, as a reader sees it. */
  readonly lines: { readonly file: string; readonly text: readonly string[] };
}

/** Reads and checks a scenario file and writes the module that stands for it. */
export async function openScenario({ projectRoot, file }: LoadCommand): Promise<OpenScenario> {
  const absolute = path.resolve(projectRoot, file);
  const read = await readScenario({ file: absolute, shown: file });
  const code = scenarioModule(read, { file, projectRoot });
  return {
    sources: new Map([[realpathSync(absolute), code]]),
    lines: { file, text: read.text.split("\n") },
  };
}
