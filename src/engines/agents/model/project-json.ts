import { readFile, stat } from "node:fs/promises";

import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { codeFrame, lineColumn } from "../../../config/syntax/code-frame.ts";
import { type ConfigPath, spanAt } from "../../../config/syntax/config-node.ts";
import { parseJsonText } from "../../../config/syntax/json-text.ts";

/** A file that is kept with the project. */
export interface ProjectFile {
  /** Absolute. */
  readonly file: string;
  /** As the user should see it. */
  readonly shown: string;
}

/** What such a file holds, and how to complain about a part of it. */
export interface ProjectJson {
  readonly data: unknown;
  readonly complain: (problem: ProjectFileProblem) => Promise<GauntletError>;
}

/** Something wrong at a place of a kept file. */
interface ProjectFileProblem {
  readonly code: string;
  readonly what: string;
  readonly path: ConfigPath;
  readonly note?: string | undefined;
  readonly help: string;
}

/** Reads a kept file; undefined where there is none. For text that is not JSON, gives the line. */
export async function readKept(
  { file, shown }: ProjectFile,
  { code, noun, help }: { readonly code: string; readonly noun: string; readonly help: string },
): Promise<ProjectJson | undefined> {
  const text = await textOf(file, (because) => {
    return new GauntletError({ code, what: `the ${noun} ${because}`, where: shown, help });
  });
  if (text === undefined) return undefined;
  const placed = (span: { start: number; end: number }) => {
    const { line, column } = lineColumn(text, span.start);
    return { where: `${shown}:${line}:${column}`, frame: codeFrame(text, span) };
  };
  const parsed = parseJsonText(text);
  const [problem] = parsed.problems;
  if (problem !== undefined) {
    const at = "start" in problem.at ? problem.at : { start: 0, end: 1 };
    const what = `the ${noun} is not JSON: ${problem.what}`;
    throw new GauntletError({ code, what, ...placed(at), help });
  }
  return {
    data: parsed.data,
    complain: async ({ path, ...parts }) => {
      const root = await parsed.nodes();
      const span = root === undefined ? { start: 0, end: 1 } : spanAt(root, path, "value");
      return new GauntletError({ ...parts, ...placed(span) });
    },
  };
}

// --- inside ---

const bytesMax = 64 * 1024 * 1024;

async function textOf(
  file: string,
  refused: (because: string) => GauntletError,
): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > bytesMax) throw refused(`is ${size} bytes long, and the limit is ${bytesMax}`);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof GauntletError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw refused(`cannot be read (${code ?? String(error)})`);
  }
}
