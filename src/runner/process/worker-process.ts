import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { assert } from "../../kernel/errors/assert.ts";
import type { ExitMode } from "../../kernel/failure/exit-mode.ts";
import { timerMs } from "../../kernel/values/timer-limit.ts";
import { sameLanguage } from "../../world/machine/machine-facts.ts";
import { permissionFlags } from "./permission-flags.ts";
import { startOwned } from "../../world/host/owned-process.ts";
import { LineSplitter } from "../../world/host/line-splitter.ts";
import { signalGroup } from "../../world/host/signal-group.ts";
import { lookMs, MemoryWatch } from "./memory-watch.ts";
import { runnerFlags } from "./runner-flags.ts";
import { StarvedTime } from "./starved-time.ts";
import { keyName } from "./worker-key.ts";
import { outputBytesMax, WorkerOutput } from "./worker-output.ts";

/** How a worker is started and watched. */
export interface WorkerOptions {
  /** The module that the process runs. */
  readonly entry: URL;
  readonly cwd: string;
  /** Without a message for so long the process is taken for hung and killed. */
  readonly silenceMsMax: number;
  /** Limit of the JavaScript heap, and of all that user code has besides. */
  readonly memoryMb: number;
  readonly nodeArguments?: readonly string[];
  /** What the module is given. */
  readonly arguments?: readonly string[];
  /** The folders to which Node lets it write, and nothing else; it may do all where left out. */
  readonly writable?: readonly string[] | undefined;
}

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
  #isExtended = false;
  #hasTimedOut = false;
  readonly #output = new WorkerOutput(() => this.kill());
  readonly #memory: MemoryWatch;
  readonly #starved: StarvedTime;
  #looking: NodeJS.Timeout | undefined;
  #isFull = false;
  /** Without a message for so long the process is taken for hung; may be changed between asks. */
  silenceMsMax: number;
  readonly exited: Promise<ExitMode>;
  readonly cwd: string;
  /** Whether Node itself was asked to keep it from the host. */
  readonly isWalled: boolean;

  constructor(options: WorkerOptions) {
    this.silenceMsMax = options.silenceMsMax;
    this.isWalled = options.writable !== undefined;
    this.cwd = options.cwd;
    const { entry, cwd, memoryMb, nodeArguments = [], arguments: given = [] } = options;
    this.#child = startOwned(
      process.execPath,
      [
        `--max-old-space-size=${memoryMb}`,
        ...runnerFlags,
        ...(options.writable === undefined ? [] : permissionFlags(options.writable)),
        ...nodeArguments,
        fileURLToPath(entry),
        ...given,
      ],
      // Its own process group, so that what the user's code starts dies with it.
      {
        cwd,
        stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
        detached: true,
        env: { ...sameLanguage(process.env), [keyName]: this.#key },
      },
    );
    this.#memory = new MemoryWatch(this.#child.pid, memoryMb);
    this.#starved = new StarvedTime(this.#child.pid);
    const commands = this.#child.stdio[4];
    assert(commands !== null && commands !== undefined, "a worker has a descriptor for commands");
    this.#commands = commands as Writable;
    this.#commands.on("error", () => {}); // the exit says it all
    this.exited = this.#watchEnd();
    this.#listen();
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
    return this.#output.text;
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
    this.#looking = setInterval(() => this.#lookAtMemory(), lookMs);
    this.#starved.restart();
    this.#arm();
    this.restartOutput();
    return new Promise((resolve, reject) => {
      const over = (): void => {
        this.#isBusy = false;
        this.#onMessage = undefined;
        clearInterval(this.#looking);
        this.#disarm();
      };
      this.#onMessage = (message) => {
        try {
          const answer = onMessage(message);
          // Too much is too much, also where nobody has looked until it was over: `exited` tells.
          if (answer === undefined || this.#lookAtMemory()) return;
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
      this.reply(command);
    });
  }

  /** Sends what a process asked for while it is busy with a command. */
  reply(message: object): void {
    this.#commands.write(`${JSON.stringify(message)}\n`);
  }

  /** Says that the code is loaded: what comes from now on counts as memory of its runs. */
  settleMemory(): void {
    this.#memory.settle();
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
    this.#output.restart();
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
    this.#output.read(this.#child.stdout);
    this.#output.read(this.#child.stderr);
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
    if (this.#isExtended) this.#disarm();
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
        if (this.#waitLonger()) return;
        this.#hasTimedOut = true;
        this.kill();
      }),
    );
  }

  /**
   * Time in which the machine had no processor for it is given back; says whether there was any. In
   * runs too: a limit is there for code that hangs, and what was killed for waiting its turn would
   * be loaded and run again, on a machine that is busy already.
   */
  #waitLonger(): boolean {
    const ms = this.#starved.grantMs(this.silenceMsMax);
    this.#isExtended = ms > 0;
    if (ms > 0) this.#watchdog = setTimeout(() => this.#listenOnceMore(), timerMs(ms));
    return ms > 0;
  }

  /** Ends a process that has taken more memory than it may; says whether it has. */
  #lookAtMemory(): boolean {
    if (!this.#isFull && this.#memory.isOver) {
      this.#isFull = true;
      this.kill();
    }
    return this.#isFull;
  }

  #disarm(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
    this.#isExtended = false;
  }

  /** Ends the process, and what it started with it, without waiting. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    signalGroup(this.#child, "SIGKILL");
  }

  #watchEnd(): Promise<ExitMode> {
    const child = this.#child;
    return new Promise((resolve) => {
      child.on("exit", (code, signal) => {
        // What it started has its group, may hold its output open, and must not outlive it.
        signalGroup(child, "SIGKILL");
        const end = (): void => resolve(this.#exitMode(code, signal));
        // Its output is still read, but one that left its group is not waited for.
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
    if (this.#isFull) return { kind: "memory" };
    if (this.#output.hasFlooded) return { kind: "output", bytes: outputBytesMax };
    if (this.#hasTimedOut) return { kind: "timeout", afterMs: this.silenceMsMax };
    // Node aborts when memory is full; that it says why is not enough, code can print as well.
    const hasAborted = signal === "SIGABRT" || signal === "SIGTRAP" || code === 134;
    if (hasAborted && memoryWords.test(this.output)) return { kind: "memory" };
    return signal === null ? { kind: "exit", code: code ?? 0 } : { kind: "signal", signal };
  }
}

// --- inside ---

const memoryWords = /heap out of memory|Allocation failed/;
