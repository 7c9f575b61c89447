import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** On a busy machine a moment may be long. */
export const msMax = 240_000;

/** A bench for a moment, in a process of its own. */
export function bench(
  name: string,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const program = path.join(root, `bench/${name}.mjs`);
  return new Promise((resolve) => {
    execFile(process.execPath, [program, "--smoke", ...words], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
