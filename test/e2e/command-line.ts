import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Io } from "../../src/cli/io.ts";
import type { runCli as RunCli } from "../../src/cli/run.ts";
import type { ResultDocument } from "../../src/report/json.ts";

// The launcher of all tests. `gauntlet` runs what ships in a process of its own, as a user does;
// `cli` runs the same commands in this process, for whatever is about arguments, configuration,
// refusals or printed text: a process for each of those would be most of their time.

/** The repository, where the compiled program and the packages are. */
export const repository: string = fileURLToPath(new URL("../..", import.meta.url));

/** The program that ships. */
export const program: string = path.join(repository, "dist", "cli", "main.js");

/** How a command came out. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What is done to a command under way, and which words on stderr it waits for. */
export interface Disturbance {
  readonly when: RegExp;
  readonly act: (pid: number) => void;
}

/** Where a process is started. */
export interface Place {
  readonly cwd: string;
  /** Variables besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built command line, as a user does. */
export function gauntlet(cwd: string, ...words: readonly string[]): Promise<Outcome> {
  return startNode([program, ...words], { cwd });
}

/** Runs Node, and once does something to it when stderr says the given words. */
export function startNode(
  args: readonly string[],
  { cwd, env = {} }: Place,
  disturbance?: Disturbance,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio,
    });
    let out = "";
    let err = "";
    let isDisturbed = false;
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
      if (isDisturbed || disturbance?.when.test(err) !== true) return;
      isDisturbed = true;
      disturbance.act(child.pid ?? 0);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/**
 * Runs the built command line in this process, without a terminal and with an empty environment
 * unless told otherwise.
 */
export async function cli(
  cwd: string,
  words: readonly string[],
  more: Partial<Io> = {},
): Promise<Outcome & { readonly code: number }> {
  // Loaded by Node and not by vitest, which would transform a thousand files for each test file.
  const { runCli } = (await import(entry)) as { readonly runCli: typeof RunCli };
  let [out, err] = ["", ""];
  const code = await runCli(words, {
    cwd,
    env: {},
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    signal: new AbortController().signal,
    ...more,
  });
  return { code, out, err };
}

/** The document that `--json` printed. */
export function documentOf({ code, out, err }: Outcome): ResultDocument {
  if (out === "") throw new Error(`no document, exit ${code}:\n${err}`);
  return JSON.parse(out) as ResultDocument;
}

// --- inside ---

const entry = pathToFileURL(path.join(repository, "compiled", "cli", "run.js")).href;

/** Without what the test runner that starts us puts there for its own children. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_)/.test(name));
  const guard = pathToFileURL(path.join(repository, "test", "loopback-only.mjs")).href;
  return { ...Object.fromEntries(own), NO_COLOR: "1", NODE_OPTIONS: `--import=${guard}` };
}
