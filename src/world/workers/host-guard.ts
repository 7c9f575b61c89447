import { type ChildProcess, spawn } from "node:child_process";

/**
 * A shell in a session of its own that outlives this process by a moment. It reads the number of
 * the worker's process group; when its input ends, because this process ended in whatever way, it
 * kills that group. A hook at exit would not run when this process itself is killed.
 */
export class HostGuard {
  readonly #shell: ChildProcess;

  constructor() {
    this.#shell = spawn("/bin/sh", ["-c", guardScript], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
    });
    this.#shell.on("error", () => {}); // without a shell the worker still ends with its input
    this.#shell.stdin?.on("error", () => {});
  }

  /** Says which group is to be killed; 0 means none. */
  watch(group: number): void {
    this.#shell.stdin?.write(`${group}\n`);
  }
}

// --- inside ---

const guardScript =
  'g=0; while read -r line; do g=$line; done; [ "$g" -gt 1 ] && kill -s KILL -- "-$g"';
