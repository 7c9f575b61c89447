import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  type SpawnOptions,
  type SpawnOptionsWithoutStdio,
} from "node:child_process";
import { randomUUID } from "node:crypto";
import { keeperScript } from "./keeper-script.ts";
import { inheritedMarks, marksName } from "./kept-marks.ts";
import { signalGroup } from "./signal-group.ts";

/**
 * Whether a child may have a process group. Windows has none, but there Node itself puts its
 * children into a job that ends with this process, as long as they are not detached.
 */
export const hasGroups: boolean = process.platform !== "win32";

/**
 * Starts a process that does not outlive this one, whatever ends this one: the only way in which
 * Gauntlet starts a process. What it starts itself ends then as well.
 */
export function startOwned(
  command: string,
  words: readonly string[],
  options: SpawnOptionsWithoutStdio & { readonly stdio: "pipe" },
): ChildProcessWithoutNullStreams;
export function startOwned(
  command: string,
  words: readonly string[],
  options: SpawnOptions,
): ChildProcess;
export function startOwned(
  command: string,
  words: readonly string[],
  { detached = false, ...options }: SpawnOptions,
): ChildProcess {
  const env = keptEnvironment(options.env ?? process.env);
  const isGroup = detached && hasGroups;
  const child = spawn(command, words, { ...options, env, detached: isGroup });
  keeper?.keep(child);
  return child;
}

/** An environment with the mark by which a process is found when this one has ended. */
export function keptEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  if (!hasGroups) return { ...env };
  keeper ??= new Keeper();
  const marks = [inheritedMarks(), keeper.mark].filter((mark) => mark !== "");
  return { ...env, [marksName]: marks.join(":") };
}

// --- inside ---

/** Without anybody to keep, the shell of a keeper is ended after so long. */
const idleMs = 60_000;

/** The keeper of this process or thread; there is one while there is somebody to keep. */
let keeper: Keeper | undefined;

/**
 * A shell in a session of its own that outlives this process by a moment. A hook at exit does not
 * run when this process itself is killed, and a child in an endless loop hears of nothing.
 */
class Keeper {
  readonly mark: string = randomUUID();
  readonly #shell: ChildProcess;
  readonly #living = new Set<ChildProcess>();
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#shell = spawn("/bin/sh", ["-c", keeperScript, "gauntlet-keeper", this.mark, marksName], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
    });
    this.#shell.on("error", () => {}); // without a shell, what can be told at exit is told then
    this.#shell.stdin?.on("error", () => {});
    this.#shell.unref();
    // The pipe to it is a socket, and would keep this process waiting.
    (this.#shell.stdin as { unref?(): void } | null)?.unref?.();
    process.on("exit", this.#killAll);
    this.#rest();
  }

  keep(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    clearTimeout(this.#idle);
    this.#living.add(child);
    this.#tell(`+ ${pid}`);
    child.once("exit", () => {
      this.#living.delete(child);
      this.#tell(`- ${pid}`);
      if (this.#living.size === 0) this.#rest();
    });
  }

  /** Ends the shell when nobody comes for a while; what has left its group ends then too. */
  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      process.off("exit", this.#killAll);
      this.#shell.stdin?.end();
      if (keeper === this) keeper = undefined;
    }, idleMs);
    this.#idle.unref();
  }

  #tell(line: string): void {
    this.#shell.stdin?.write(`${line}\n`);
  }

  readonly #killAll = (): void => {
    for (const child of this.#living) signalGroup(child, "SIGKILL");
  };
}
