import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { planVariable } from "../../store/boundaries/index.ts";
import { type TestRunner, testStyle } from "../../store/regressions/test-runner.ts";
import { startOwned } from "../../world/host/owned-process.ts";

/** How the test runner of a project ended. */
export interface TestsEnded {
  readonly runner: TestRunner;
  /** Undefined where it was stopped because its time was over. */
  readonly code: number | null | undefined;
  /** The end of what it printed. */
  readonly last: string;
}

/** Runs test files with the project's own runner, which finds the plan in a variable. */
export async function runTests(
  files: readonly string[],
  how: {
    readonly root: string;
    readonly plan: string;
    /** Where all that it printed is kept. */
    readonly log: string;
    readonly limitMs: number;
    readonly signal: AbortSignal;
  },
): Promise<TestsEnded> {
  const { root, plan, log, limitMs, signal } = how;
  const { runner } = testStyle(root);
  const words = wordsFor(runner, root, files);
  if (words === undefined) {
    return { runner, code: 1, last: `${runner} is not installed in this project` };
  }
  const printed: Buffer[] = [];
  const env = { ...process.env, [planVariable]: plan, FORCE_COLOR: "0", NO_COLOR: "1", CI: "1" };
  const child = startOwned(process.execPath, words, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  child.stdout?.on("data", (chunk: Buffer) => void printed.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => void printed.push(chunk));
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    endGroup(child.pid);
  };
  const timer = setTimeout(stop, limitMs);
  signal.addEventListener("abort", stop);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", resolve);
  });
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  const text = Buffer.concat(printed).toString("utf8");
  await writeFile(log, text.slice(-logLengthMax));
  return { runner, code: isOver ? undefined : code, last: lastLines(text) };
}

// --- inside ---

const logLengthMax = 262_144;
const lastLinesMax = 8;

/** A test of a campaign takes as long as the campaign gives it. */
const testTimeoutMs = 600_000;

function wordsFor(
  runner: TestRunner,
  root: string,
  files: readonly string[],
): readonly string[] | undefined {
  if (runner === "node:test") return ["--test", ...files];
  const program = programOf(runner, root);
  if (program === undefined) return undefined;
  const limit = `--testTimeout=${testTimeoutMs}`;
  return runner === "vitest"
    ? [program, "run", limit, ...files]
    : [program, limit, "--runTestsByPath", ...files];
}

/** The program of a package, as its manifest names it. */
function programOf(name: string, root: string): string | undefined {
  try {
    const manifest = createRequire(path.join(root, "package.json")).resolve(`${name}/package.json`);
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as {
      readonly bin?: string | Readonly<Record<string, string>>;
    };
    const named = typeof bin === "string" ? bin : bin?.[name];
    const program = named === undefined ? undefined : path.join(path.dirname(manifest), named);
    return program !== undefined && existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
      return;
    } catch {
      // It has no group on this system, or has ended.
    }
  }
}

function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-lastLinesMax).join("\n");
}
