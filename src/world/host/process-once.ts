import type { ChildProcess } from "node:child_process";
import { timerMs } from "../../kernel/values/timer-limit.ts";
import type { Facts, HostFact, ProcessQuestion } from "./host-question.ts";
import { startOwned } from "./owned-process.ts";
import { processesBelow } from "./process-tree.ts";
import { clippedBytes, ByteBuffer, shownBytes } from "./byte-buffer.ts";

/**
 * Runs a real program to its end, to its time limit or to its size limit, whichever is first. When
 * this is settled, nobody of its process group is left. Lives in the thread where time is real.
 */
export function processOnce(question: ProcessQuestion): Promise<HostFact> {
  return new Promise((resolve) => new ProcessOnce(question, resolve).start());
}

// --- inside ---

/** How long further output of a process that ended is waited for: someone may hold the pipe. */
const outputMsMax = 100;

/** How long a killed group is waited for. */
const goneMsMax = 100;
const goneStepMs = 4;

type StreamName = "stdout" | "stderr";

class ProcessOnce {
  readonly #question: ProcessQuestion;
  readonly #resolve: (fact: HostFact) => void;
  readonly #kept = { stdout: new ByteBuffer(), stderr: new ByteBuffer() };
  readonly #startedMs = performance.now();
  readonly #timers: NodeJS.Timeout[] = [];
  #child: ChildProcess | undefined;
  #isOver = false;

  constructor(question: ProcessQuestion, resolve: (fact: HostFact) => void) {
    this.#question = question;
    this.#resolve = resolve;
  }

  start(): void {
    const { command, args, cwd, env, stdin, timeoutMs } = this.#question;
    try {
      const stdio = "pipe";
      const child = startOwned(command, args, { cwd, env, stdio, detached: true });
      this.#child = child;
      child.on("error", (error) => this.#fail(error));
      child.on("exit", (exitCode, signal) => this.#exited(exitCode, signal));
      for (const name of ["stdout", "stderr"] as const) {
        child[name].on("data", (chunk: Buffer) => this.#read(name, chunk));
        child[name].on("error", () => {}); // its end says it all
      }
      child.stdin.on("error", () => {}); // it need not read what it is given
      child.stdin.end(stdin);
      this.#after(timeoutMs, () => {
        const { stdout, stderr } = this.#kept;
        const bytes = { stdout: stdout.last(clippedBytes), stderr: stderr.last(clippedBytes) };
        void this.#finish({ kind: "timeout", ms: timeoutMs }, bytes);
      });
    } catch (thrown) {
      this.#fail(thrown as Error);
    }
  }

  #read(name: StreamName, chunk: Buffer): void {
    if (this.#isOver) return;
    const { bytesMax } = this.#question;
    const kept = this.#kept[name];
    kept.push(chunk);
    const seen = this.#seen();
    if (seen <= bytesMax) return;
    const bytes = { first: kept.first(shownBytes), last: kept.last(shownBytes) };
    const facts = { kind: "too long", stream: name, limit: bytesMax, seen, ms: this.#ms() };
    void this.#finish(facts, bytes);
  }

  #exited(exitCode: number | null, signal: string | null): void {
    if (this.#isOver) return;
    this.#kill(); // whatever it left in its group
    const end = (): void => {
      const { stdout, stderr } = this.#kept;
      const bytes = { stdout: stdout.whole(), stderr: stderr.whole() };
      void this.#finish({ kind: "ended", exitCode, signal, ms: this.#ms() }, bytes);
    };
    this.#child?.on("close", end);
    this.#whenQuiet(end);
  }

  /**
   * What the process wrote before it ended is in its pipes, and is read at the next turn of the
   * loop; only somebody who has left its group can hold them longer. So it is not done while
   * something comes, however late this thread is: what is missing at the end would be no end.
   */
  #whenQuiet(then: () => void): void {
    const seen = this.#seen();
    this.#after(outputMsMax, () =>
      setImmediate(() => {
        if (this.#isOver) return;
        if (this.#seen() === seen) then();
        else this.#whenQuiet(then);
      }),
    );
  }

  #seen(): number {
    return this.#kept.stdout.length + this.#kept.stderr.length;
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#child?.pid !== undefined) return; // it runs, and something else could not be done
    const { code = error.name } = error;
    const because = error.message.slice(0, shownBytes);
    const facts = { kind: "unstartable", code: code, because };
    void this.#finish({ ...facts, ms: this.#ms() }, {});
  }

  async #finish(facts: Facts, bytes: HostFact["bytes"]): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const { stdout, stderr } = this.#kept;
    stdout.drop();
    stderr.drop();
    this.#kill();
    for (const name of ["stdin", "stdout", "stderr"] as const) this.#child?.[name]?.destroy();
    await this.#gone();
    this.#resolve({ facts, bytes });
  }

  /** Waits until nobody is left in the group. */
  async #gone(): Promise<void> {
    const untilMs = performance.now() + goneMsMax;
    while (this.#signal(0) && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, goneStepMs));
    }
  }

  /** Kills the group, and who has left it but can still be found. */
  #kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    const below = processesBelow(pid);
    this.#signal("SIGKILL");
    for (const one of below) send(one, "SIGKILL");
  }

  /** Sends a signal to the whole group; false where nobody is in it. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const pid = this.#child?.pid;
    return pid !== undefined && send(-pid, signal);
  }

  #after(ms: number, body: () => void): void {
    this.#timers.push(setTimeout(body, timerMs(ms)));
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedMs);
  }
}

/** False where there is nobody to send it to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
