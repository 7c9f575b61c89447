import { fileURLToPath } from "node:url";
import type { StreamOptions } from "./stream-item.ts";

/** What to start. */
export interface ChildSpec {
  readonly command: string;
  readonly argv: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string | Uint8Array | undefined;
}

/** What is started for the words of a command line. */
export function childSpec(
  argv: readonly string[],
  { bin = ownProgram, cwd, env = {}, stdin }: StreamOptions,
): ChildSpec {
  const isScript = /\.[cm]?js$/u.test(bin);
  return {
    command: isScript ? process.execPath : bin,
    argv: isScript ? [bin, ...argv] : argv,
    cwd,
    env: { ...process.env, ...env },
    input: stdin,
  };
}

// --- inside ---

/** The command line of this very package, whatever `gauntlet` is on the PATH. */
const ownProgram = fileURLToPath(new URL("../main.js", import.meta.url));
