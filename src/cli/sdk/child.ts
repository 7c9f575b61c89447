import type { ChildProcess } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { startOwned } from "../../world/host/owned-process.ts";
import { signalGroup } from "../../world/host/signal-group.ts";
import { SpawnError } from "./sdk-errors.ts";
import { keepTrack, orderEnd } from "./living-children.ts";
import type { ChildSpec } from "./child-spec.ts";
import type { StreamEnd } from "./stream-item.ts";

/** A child in a process group of its own, from its start to its end. */
export class Child {
  readonly process: ChildProcess;
  /** When it has ended and all of its output was read; rejects where it could not be started. */
  readonly closed: Promise<StreamEnd>;
  readonly #exited: Promise<void>;
  readonly #spec: ChildSpec;
  #inputError: NodeJS.ErrnoException | undefined;

  constructor(spec: ChildSpec) {
    this.#spec = spec;
    const { command, argv, cwd, env, input } = spec;
    try {
      const stdin = input === undefined ? "ignore" : "pipe";
      const stdio = [stdin, "pipe", "pipe"] as const;
      this.process = startOwned(command, argv, { cwd, env, stdio: [...stdio], detached: true });
    } catch (thrown) {
      throw spawnError(thrown, spec);
    }
    keepTrack(this.process);
    this.#exited = new Promise((resolve) => {
      this.process.once("exit", () => resolve());
      this.process.once("error", () => resolve());
    });
    this.closed = this.#watch();
    // Whoever waits for it hears of it; an end that nobody waits for must not end this process.
    this.closed.catch(() => {});
    this.process.stdin?.on("error", (error) => (this.#inputError ??= error));
    this.process.stdin?.end(input);
  }

  /** Ends it and all that it started, by force when the time is over, and waits for that. */
  async end(graceMs: number): Promise<void> {
    orderEnd(this.process);
    const timer = setTimeout(() => signalGroup(this.process, "SIGKILL"), graceMs);
    await this.#exited;
    clearTimeout(timer);
    // The child is gone; what it started and did not end has its group still.
    signalGroup(this.process, "SIGKILL");
    // What left the group may hold the pipes, and is not waited for.
    for (const stream of this.process.stdio) stream?.destroy();
    await this.closed.catch(() => {});
  }

  #watch(): Promise<StreamEnd> {
    return new Promise((resolve, reject) => {
      this.process.on("error", (error) => reject(spawnError(error, this.#spec)));
      this.process.once("close", (code, signal) => {
        const end = { code, signal };
        if (this.#inputError === undefined) return resolve(end);
        const { code: name = "EPIPE" } = this.#inputError;
        const parts = { subject: "stdin", path: this.#spec.command, end } as const;
        reject(new SpawnError({ ...parts, code: name, cause: this.#inputError }));
      });
    });
  }
}

// --- inside ---

/** Node names the program also where it is the folder that is wrong, so that is looked at. */
function spawnError(thrown: unknown, { command, cwd = process.cwd() }: ChildSpec): SpawnError {
  const ofFolder = folderProblem(cwd);
  if (ofFolder !== undefined) {
    return new SpawnError({ code: ofFolder, subject: "cwd", path: cwd, cause: thrown });
  }
  return new SpawnError({ code: codeOf(thrown), subject: "program", path: command, cause: thrown });
}

function folderProblem(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return "ENOTDIR";
    accessSync(folder, constants.X_OK);
    return undefined;
  } catch (thrown) {
    return codeOf(thrown);
  }
}

function codeOf(thrown: unknown): string {
  const code: unknown = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : "UNKNOWN";
}
