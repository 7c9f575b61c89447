import type { ChildProcess, StdioOptions } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { SecretMask } from "../../kernel/secrets/secret-mask.ts";
import { secretsInEnvironment } from "../../kernel/secrets/secret-sources.ts";
import { startOwned } from "../../world/host/owned-process.ts";
import { signalGroup } from "../../world/host/signal-group.ts";
import type { AgentWires } from "./agent.ts";

/** How a process of an agent is started. */
export interface ChildOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
}

/** A process in a group of its own, so that what it starts itself ends with it. */
export class ChildGroup {
  readonly process: ChildProcess;
  /** How it ended, in words. */
  readonly ended: Promise<string>;
  readonly #mask = new SecretMask();
  #said = "";
  #hasEnded = false;

  constructor(command: readonly string[], { cwd, env, stdio }: ChildOptions) {
    const [program = "", ...args] = command;
    for (const secret of secretsInEnvironment(env)) this.#mask.learn(secret);
    this.process = startOwned(program, args, { cwd, env, stdio, detached: true });
    this.ended = new Promise((resolve) => {
      this.process.once("error", (error) => resolve(this.#end(startFailure(program, error))));
      this.process.once("close", (code, signal) => {
        resolve(this.#end(signal === null ? `it exited with ${code}` : `it ended by ${signal}`));
      });
    });
    this.process.stderr?.on("data", (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-(saidMax + secretMax));
    });
    this.process.stdin?.on("error", () => {}); // it may end before it has read all
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** How it ended, in words; nothing where it has not within the time. */
  async endedWithin(ms: number): Promise<string | undefined> {
    const stop = new AbortController();
    const late = wait(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    const how = await Promise.race([this.ended, late]);
    stop.abort();
    return how;
  }

  /** The end of what it wrote to stderr, without secrets. */
  get said(): string {
    const said = this.#mask.text(this.#said.trim());
    // Masked before it is cut, and marked: whoever knows more secrets looks at the cut.
    return said.length <= saidMax ? said : `…${said.slice(-saidMax)}`;
  }

  /** Ends it and all that it started. */
  async stop(): Promise<void> {
    if (this.#hasEnded) {
      this.kill("SIGKILL"); // what it started may still be there
      return;
    }
    this.kill("SIGTERM");
    const timer = setTimeout(() => this.kill("SIGKILL"), graceMs);
    await this.ended;
    clearTimeout(timer);
    this.kill("SIGKILL");
  }

  /** Sends a signal to the whole group. */
  kill(signal: NodeJS.Signals): void {
    signalGroup(this.process, signal);
  }

  #end(how: string): string {
    this.#hasEnded = true;
    return how;
  }
}

/** The end of what a process said, for a message; the mark says that there was more. */
export function endOf(said: string): string {
  return said.length <= endMax ? said : `…${said.slice(-endMax)}`;
}

/** The environment of a process of an agent: its own variables, then those of the wires. */
export function childEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  wires: AgentWires,
): Readonly<Record<string, string | undefined>> {
  const env: Record<string, string | undefined> = { ...process.env, ...own, ...wires.env };
  for (const [name, value] of Object.entries(wires.spare ?? {})) env[name] ||= value;
  if (wires.preload === undefined) return env;
  const preload = `--import=${pathToFileURL(wires.preload).href}`;
  return { ...env, NODE_OPTIONS: [env["NODE_OPTIONS"], preload].filter(Boolean).join(" ") };
}

// --- inside ---

const saidMax = 4_000;
const endMax = 500;

/** So much more is kept, so that a secret at the cut is read as a whole. */
const secretMax = 8_000;
const graceMs = 2_000; // an agent may close what it has open

function startFailure(program: string, error: NodeJS.ErrnoException): string {
  return error.code === "ENOENT"
    ? `\`${program}\` was not found`
    : `\`${program}\` could not be started (${error.code ?? error.message})`;
}
