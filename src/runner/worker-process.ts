import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { assert } from "../kernel/assert.ts";
import type { ExitMode } from "../kernel/exit-mode.ts";
import { timerMs } from "../kernel/timer-limit.ts";
import { LineSplitter } from "./line-splitter.ts";
import { keyName } from "./worker-key.ts";

/** How a worker is started and watched. */
export interface WorkerOptions {
  /** The module that the process runs. */
  readonly entry: URL;
  readonly cwd: string;
  /** Without a message for so long the process is taken for hung and killed. */
  readonly silenceMsMax: number;
  /** Limit of the JavaScript heap. */
  readonly memoryMb: number;
  readonly nodeArguments?: readonly string[];
  /** What the module is given. */
  readonly arguments?: readonly string[];
}

/**
 * How Node is started where runs happen. The decisions of a run live as long as the run, which the
 * engine takes for long-lived: it then puts every one of them into the old generation, and runs
 * take three times as long (npm run bench:kernel). Collecting garbage with helper threads gains one
 * process nothing, and several of them would wait for each other's threads (npm run bench:workers).
 */
export const runnerFlags: readonly string[] = [
  "--no-allocation-site-pretenuring",
  "--single-threaded-gc",
];

/** What the user's code printed, as far as it is kept. */
const outputLengthMax = 64 * 1024;

/** One run may print so much; no log of a service comes near, and a flood would take all day. */
export const outputBytesMax: number = 64 * 1024 * 1024;

/** After its end, a process that left its output to another one is waited for so long. */
const closeMsMax = 1_000;

/**
 * A child process that runs user code. It speaks by lines of JSON on a descriptor of its own,
 * written synchronously, so that nothing it said is lost when it dies; its stdout, stderr and IPC
 * belong to the user's code.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #commands: Writable;
  readonly #key: string = randomUUID();
  #onMessage: ((message: unknown) => void) | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #isBusy = false;
  #isOverdue = false;
  #hasTimedOut = false;
  #output: Buffer[] = [];
  #outputLength = 0;
  #outputBytes = 0;
  #hasFlooded = false;
  /** Without a message for so long the process is taken for hung; may be changed between asks. */
  silenceMsMax: number;
  readonly exited: Promise<ExitMode>;

  constructor(options: WorkerOptions) {
    this.silenceMsMax = options.silenceMsMax;
    const { entry, cwd, memoryMb, nodeArguments = [], arguments: given = [] } = options;
    this.#child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${memoryMb}`,
        ...runnerFlags,
        ...nodeArguments,
        fileURLToPath(entry),
        ...given,
      ],
      // Its own process group, so that what the user's code starts dies with it.
      {
        cwd,
        stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
        detached: true,
        // Local time is part of a run, so it must be the same everywhere.
        env: { ...process.env, TZ: "UTC", [keyName]: this.#key },
      },
    );
    const commands = this.#child.stdio[4];
    assert(commands !== null && commands !== undefined, "a worker has a descriptor for commands");
    this.#commands = commands as Writable;
    this.#commands.on("error", () => {}); // the exit says it all
    this.exited = this.#watchEnd();
    this.#listen();
    living.add(this);
    if (living.size === 1) process.on("exit", killLiving);
  }

  /** Whether it has been asked something and has not answered. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What the user's code wrote to stdout and stderr, the last part of it. */
  get output(): string {
    return Buffer.concat(this.#output).subarray(-outputLengthMax).toString("utf8");
  }

  /**
   * Sends a command and hands every message to `onMessage` until it returns a value, which is the
   * answer; a process that ends first gives its exit mode.
   */
  ask<R>(
    command: object,
    onMessage: (message: unknown) => R | undefined,
  ): Promise<{ readonly answer: R } | { readonly exit: ExitMode }> {
    assert(!this.#isBusy, "a worker takes one command at a time");
    this.#isBusy = true;
    this.#arm();
    this.restartOutput();
    return new Promise((resolve, reject) => {
      const over = (): void => {
        this.#isBusy = false;
        this.#onMessage = undefined;
        this.#disarm();
      };
      this.#onMessage = (message) => {
        try {
          const answer = onMessage(message);
          if (answer === undefined) return;
          over();
          resolve({ answer });
        } catch (thrown) {
          over();
          reject(thrown);
        }
      };
      void this.exited.then((exit) => {
        over();
        resolve({ exit });
      });
      this.#commands.write(`${JSON.stringify(command)}\n`);
    });
  }

  /** Takes a process that is silent for so long for hung, from now on, if that is sooner. */
  hurry(silenceMsMax: number): void {
    if (silenceMsMax >= this.silenceMsMax) return;
    this.silenceMsMax = silenceMsMax;
    this.#disarm();
    if (this.#isBusy) this.#arm();
  }

  /** Says that a run begins: what it prints is counted from here. */
  restartOutput(): void {
    this.#outputBytes = 0;
  }

  /** Ends the process and all it started. */
  async stop(): Promise<void> {
    this.#disarm();
    this.kill();
    await this.exited;
  }

  #listen(): void {
    const messages = this.#child.stdio[3] as Readable | null | undefined;
    const lines = new LineSplitter((line) => this.#take(line));
    messages?.on("data", (chunk: Buffer) => lines.push(chunk));
    const keep = (chunk: Buffer): void => {
      this.#outputBytes += chunk.length;
      if (this.#outputBytes > outputBytesMax && !this.#hasFlooded) {
        this.#hasFlooded = true;
        this.kill();
      }
      this.#output.push(chunk);
      this.#outputLength += chunk.length;
      while (this.#outputLength - (this.#output[0]?.length ?? 0) > outputLengthMax) {
        this.#outputLength -= this.#output.shift()?.length ?? 0;
      }
    };
    this.#child.stdout?.on("data", keep);
    this.#child.stderr?.on("data", keep);
  }

  #take(line: string): void {
    // The descriptor is ours, but user code can write to it: what has no key is no message.
    const at = line.indexOf(this.#key);
    if (at < 0) return;
    if (this.#isBusy) this.#arm();
    let message: unknown;
    try {
      message = JSON.parse(line.slice(at + this.#key.length));
    } catch {
      return;
    }
    this.#onMessage?.(message);
  }

  #arm(): void {
    // Restarting a timer for every message would cost more than the message; refresh is cheap.
    if (this.#watchdog === undefined) {
      this.#watchdog = setTimeout(() => this.#listenOnceMore(), timerMs(this.silenceMsMax));
    } else this.#watchdog.refresh();
    this.#isOverdue = false;
  }

  /** A busy parent may have messages that it has not read yet: they are heard before it judges. */
  #listenOnceMore(): void {
    const watchdog = this.#watchdog;
    this.#isOverdue = true;
    setImmediate(() =>
      setImmediate(() => {
        if (!this.#isOverdue || watchdog === undefined || this.#watchdog !== watchdog) return;
        this.#hasTimedOut = true;
        this.kill();
      }),
    );
  }

  #disarm(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
  }

  /** Ends the process, and what it started with it, without waiting. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    this.#killGroup(pid);
  }

  #killGroup(pid: number): void {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL"); // no group: it was not started, or nobody is left
    }
  }

  #watchEnd(): Promise<ExitMode> {
    const child = this.#child;
    return new Promise((resolve) => {
      child.on("exit", (code, signal) => {
        // What it started has its group, may hold its output open, and must not outlive it.
        if (child.pid !== undefined) this.#killGroup(child.pid);
        const end = (): void => resolve(this.#exitMode(code, signal));
        // Output that it wrote is still read, but one that left its group is not waited for.
        const timer = setTimeout(() => {
          for (const stream of child.stdio) stream?.destroy();
          end();
        }, closeMsMax);
        child.on("close", () => {
          clearTimeout(timer);
          end();
        });
      });
      child.on("error", () => resolve({ kind: "exit", code: 127 }));
    });
  }

  #exitMode(code: number | null, signal: NodeJS.Signals | null): ExitMode {
    this.#disarm();
    living.delete(this);
    if (living.size === 0) process.off("exit", killLiving);
    if (this.#hasFlooded) return { kind: "output", bytes: outputBytesMax };
    if (this.#hasTimedOut) return { kind: "timeout", afterMs: this.silenceMsMax };
    // Node aborts when memory is full; that it says why is not enough, code can print as well.
    const hasAborted = signal === "SIGABRT" || signal === "SIGTRAP" || code === 134;
    if (hasAborted && memoryWords.test(this.output)) return { kind: "memory" };
    return signal === null ? { kind: "exit", code: code ?? 0 } : { kind: "signal", signal };
  }
}

// --- inside ---

const memoryWords = /heap out of memory|Allocation failed/;

/** A process that spins does not notice that its parent is gone, so none is left behind. */
const living = new Set<WorkerProcess>();

function killLiving(): void {
  for (const worker of living) worker.kill();
}
