import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";

/** The repository, where the compiled program and the packages are. */
export const repository: string = fileURLToPath(new URL("../..", import.meta.url));
const program = path.join(repository, "dist", "cli", "main.js");

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

/** A project of its own for one test; it is gone when the test is. */
export class TempProject {
  readonly root: string = mkdtempSync(path.join(tmpdir(), "gauntlet-e2e-"));
  /** Variables that commands are given besides the usual ones. */
  readonly env: Record<string, string> = {};

  constructor(files: Readonly<Record<string, string>> = {}) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.write("package.json", `{ "name": "temp", "type": "module" }`);
    this.link("fast-check");
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  path(name: string): string {
    return path.join(this.root, name);
  }

  write(name: string, text: string | Uint8Array): void {
    mkdirSync(path.dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** Makes a package of the repository importable here. */
  link(name: string, target: string = path.join(repository, "node_modules", name)): void {
    mkdirSync(path.dirname(this.path(`node_modules/${name}`)), { recursive: true });
    symlinkSync(target, this.path(`node_modules/${name}`));
  }

  /** Runs the command line here. */
  gauntlet(...args: string[]): Promise<Outcome> {
    return this.node(program, ...args);
  }

  /** Runs a command with `--json` and reads its document. */
  async told(...args: string[]): Promise<ResultDocument & { readonly code: number | null }> {
    const { code, out, err } = await this.gauntlet(...args, "--json");
    if (out === "") throw new Error(`no document, exit ${code}:\n${err}`);
    return { ...(JSON.parse(out) as ResultDocument), code };
  }

  /** Runs Node here. */
  node(...args: string[]): Promise<Outcome> {
    return this.#run(args);
  }

  /** Runs the command line and interrupts it when stderr says the given words. */
  interrupted(when: RegExp, ...args: string[]): Promise<Outcome> {
    const act = (pid: number): void => void process.kill(pid, "SIGINT");
    return this.#run([program, ...args], { when, act });
  }

  /** Runs a command with `--json` and does something, once, when stderr says the given words. */
  async disturbed(
    disturbance: Disturbance,
    ...args: string[]
  ): Promise<ResultDocument & { readonly code: number | null }> {
    const { code, out, err } = await this.#run([program, ...args, "--json"], disturbance);
    if (out === "") throw new Error(`no document, exit ${code}:\n${err}`);
    return { ...(JSON.parse(out) as ResultDocument), code };
  }

  #run(args: readonly string[], disturbance?: Disturbance): Promise<Outcome> {
    const env = { ...plainEnvironment(), ...this.env };
    return run(args, { cwd: this.root, env }, disturbance);
  }
}

// --- inside ---

function run(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  disturbance?: Disturbance,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, place);
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

/** Without what the test runner that starts us puts there for its own children. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_)/.test(name));
  const guard = pathToFileURL(path.join(repository, "test", "loopback-only.mjs")).href;
  return { ...Object.fromEntries(own), NO_COLOR: "1", NODE_OPTIONS: `--import=${guard}` };
}
