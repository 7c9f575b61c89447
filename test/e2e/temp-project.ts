import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";
import {
  cli,
  type Disturbance,
  documentOf,
  type Outcome,
  program,
  repository,
  startNode,
} from "./command-line.ts";

export { type Outcome, repository };

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

  /** Runs the command line here, in this process and with an empty environment. */
  cli(...words: readonly string[]): Promise<Outcome> {
    return cli(this.root, words);
  }

  /** Runs the command line here, in a process of its own. */
  gauntlet(...args: string[]): Promise<Outcome> {
    return this.node(program, ...args);
  }

  /** Runs a command with `--json` and reads its document. */
  async told(...args: string[]): Promise<ResultDocument & { readonly code: number | null }> {
    const outcome = await this.gauntlet(...args, "--json");
    return { ...documentOf(outcome), code: outcome.code };
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
    const outcome = await this.#run([program, ...args, "--json"], disturbance);
    return { ...documentOf(outcome), code: outcome.code };
  }

  #run(args: readonly string[], disturbance?: Disturbance): Promise<Outcome> {
    return startNode(args, { cwd: this.root, env: this.env }, disturbance);
  }
}
