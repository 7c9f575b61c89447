import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { timerMs } from "../../kernel/values/timer-limit.ts";
import { startOwned } from "../host/owned-process.ts";
import { signalGroup } from "../host/signal-group.ts";
import { answerLengthMax, type HostLaunch, type HostOutcome } from "../host/host-messages.ts";

type Ended = Extract<HostOutcome, { kind: "ended" }>;

/** Why no line came. */
type Unanswered = Exclude<HostOutcome, { kind: "answer" }>;

/**
 * One real process in a process group of its own, read line by line. Lives in the thread that holds
 * workers, where time is real.
 */
export class HostProcess {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #partial = "";
  #isTooLong = false;
  #errors = "";
  #ended: Ended | undefined;
  #wake: () => void = () => {};
  readonly #gone: Promise<void>;
  /** Whether there was such a program; false is followed by an end that says why not. */
  readonly isSpawned: Promise<boolean>;

  constructor(launch: HostLaunch) {
    this.#child = startOwned(launch.command, launch.args, {
      cwd: launch.cwd,
      env: { ...process.env, ...launch.env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child.stdin?.on("error", () => {}); // its end says it all
    this.#read();
    this.isSpawned = new Promise((resolve) => {
      this.#child.on("spawn", () => resolve(true));
      this.#child.on("error", () => resolve(false));
    });
    this.#gone = new Promise((resolve) => {
      this.#child.on("exit", (exitCode, signal) => {
        this.signal("SIGKILL"); // whatever it left in its group
        // Output may still be on its way; a process that left the group may hold it for ever.
        const end = (): void => this.#end({ exitCode, signal }, resolve);
        this.#child.on("close", end);
        setTimeout(end, outputMsMax);
      });
      this.#child.on("error", (error) => {
        this.#errors = error.message;
        this.#end({ exitCode: 127, signal: null }, resolve);
      });
    });
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Sends a signal to the whole group. */
  signal(signal: NodeJS.Signals): void {
    signalGroup(this.#child, signal);
  }

  /** Kills the group and waits until the process is gone. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#gone;
  }

  /** Kills it while it has a request; an answer that came before is lost with it. */
  async killAfter(ms: number): Promise<HostOutcome> {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    await this.kill();
    return { kind: "ended", exitCode: null, signal: "SIGKILL", said: "" };
  }

  /** Writes a line, and waits until it is handed over. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => {
      const { stdin } = this.#child;
      if (stdin === null || this.hasEnded) resolve();
      else stdin.write(`${text}\n`, () => resolve());
    });
  }

  /** The next line of standard output; a process that gives none in time is killed. */
  async next(timeoutMs: number): Promise<{ readonly line: string } | Unanswered> {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      this.#wake();
    }, timerMs(timeoutMs));
    try {
      for (;;) {
        const line = this.#lines.shift();
        if (line !== undefined) return { line };
        if (this.#ended !== undefined) return this.#ended;
        if (this.#isTooLong || isOver) {
          await this.kill();
          return { kind: this.#isTooLong ? "too long" : "timeout" };
        }
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until it has ended; one that goes on is killed. */
  async ended(timeoutMs: number): Promise<Unanswered> {
    for (;;) {
      const waited = await this.next(timeoutMs);
      if (!("line" in waited)) return waited;
    }
  }

  #read(): void {
    const text = new StringDecoder("utf8");
    this.#child.stdout?.on("data", (chunk: Buffer) => {
      const parts = (this.#partial + text.write(chunk)).split("\n");
      this.#partial = parts.pop() ?? "";
      this.#lines.push(...parts.map((line) => line.replace(/\r$/, "")));
      const longest = Math.max(this.#partial.length, ...parts.map((line) => line.length));
      if (longest > answerLengthMax || this.#lines.length > linesMax) this.#isTooLong = true;
      if (this.#isTooLong) this.#lines.length = 0;
      this.#wake();
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-errorsLengthMax);
    });
  }

  #end(how: Pick<Ended, "exitCode" | "signal">, resolve: () => void): void {
    if (this.#ended !== undefined) return;
    const said = this.#errors.trim().split("\n").at(-1) ?? "";
    this.#ended = { kind: "ended", ...how, said };
    this.#wake();
    resolve();
  }
}

// --- inside ---

/** How long the output of a process that ended is waited for. */
const outputMsMax = 200;

/** How many lines may wait; a process that prints without being asked would fill the memory. */
const linesMax = 10_000;

/** How much of standard error is kept. */
const errorsLengthMax = 4_096;
