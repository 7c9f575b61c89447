import { constants } from "node:os";
import { type AsyncContext, callIn, keepContext } from "../async-context.ts";
import { seamOf } from "../seam.ts";
import type { Channel, SimWorld } from "../sim-world.ts";
import { type CommandOutcome, piecesOf } from "./command.ts";
import type { ProcessStreams } from "./process-streams.ts";

/** What a process tells about its life. */
export interface ProcessEnd {
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | undefined;
  /** Why it never ran. */
  readonly error?: unknown;
}

/** What a process is made of. */
export interface ProcessPlan {
  readonly name: string;
  readonly pid: number;
  readonly streams: ProcessStreams;
  readonly onEnd: (end: ProcessEnd) => void;
}

/**
 * A scripted process in a run. Its outputs keep their order each; the order between them, and
 * whether the end is told before the last output was read, is decided, as with real pipes.
 */
export class SimProcess {
  readonly pid: number;
  readonly #world: SimWorld;
  readonly #plan: ProcessPlan;
  readonly #context: AsyncContext;
  readonly #out: Channel = { name: "stdout", lastUs: 0 };
  readonly #err: Channel = { name: "stderr", lastUs: 0 };
  #killedBy: NodeJS.Signals | undefined;
  #isOver = false;

  constructor(world: SimWorld, plan: ProcessPlan) {
    this.#world = world;
    this.#plan = plan;
    this.pid = plan.pid;
    this.#context = keepContext(world, "PROCESSWRAP");
    world.handles?.opened(this, `process ${plan.name}`);
  }

  get isKilled(): boolean {
    return this.#killedBy !== undefined;
  }

  /** Lets the process that started it end without it. */
  unref(): void {
    this.#world.handles?.closed(this);
  }

  /** Plays what the script says, when it says it. */
  play(outcome: CommandOutcome | Promise<CommandOutcome>): void {
    if (!isPromise(outcome)) {
      this.#begin(outcome);
      return;
    }
    outcome.then(
      (settled) => this.#begin(settled),
      (error: unknown) => this.#finish({ exitCode: 1, signal: undefined, error }),
    );
  }

  /** Ends the process by a signal: 0, or the negative number of the error, as libuv has it. */
  kill(signal: number): number {
    if (this.#isOver || this.#killedBy !== undefined) return this.#isOver ? noSuchProcess : 0;
    const name = nameOfSignal(signal);
    if (signal === 0 || name === undefined || harmless.has(name)) return 0;
    this.#killedBy = name;
    this.#endOutputs();
    this.#end({ exitCode: 0, signal: name });
    return 0;
  }

  /** A process that never came to life, because the program is not there. */
  fail(error: unknown): void {
    process.nextTick(() =>
      this.#finish({ exitCode: -constants.errno.ENOENT, signal: undefined, error }),
    );
  }

  #begin(outcome: CommandOutcome): void {
    const delayUs = Math.round(Math.max(0, outcome.delayMs ?? 0) * 1_000);
    if (delayUs === 0) this.#run(outcome);
    else this.#world.after(delayUs, `process ${this.#plan.name}`, () => this.#run(outcome));
  }

  #run(outcome: CommandOutcome): void {
    if (this.#killedBy !== undefined || this.#isOver) return;
    for (const piece of piecesOf(outcome.stdout)) this.#write("stdout", piece);
    for (const piece of piecesOf(outcome.stderr)) this.#write("stderr", piece);
    this.#endOutputs();
    this.#end({ exitCode: outcome.exitCode ?? 0, signal: outcome.signal });
  }

  #write(name: "stdout" | "stderr", piece: Buffer): void {
    const channel = name === "stdout" ? this.#out : this.#err;
    const deliver = (): void => {
      // What a killed process has not written by now, it never will.
      if (this.#killedBy !== undefined) return;
      const info = { command: this.#plan.name, stream: name, sync: true };
      const chunk = output.isOn ? output.call(undefined, [info], () => piece) : piece;
      this.#plan.streams.push(name, chunk as Buffer);
    };
    const fire = (): void => callIn(this.#context, deliver, {});
    this.#world.complete(`process ${this.#plan.name} ${name}`, fire, channel);
  }

  #endOutputs(): void {
    const { name, streams } = this.#plan;
    for (const [stream, channel] of [
      ["stdout", this.#out],
      ["stderr", this.#err],
    ] as const) {
      if (!streams.has(stream)) continue;
      const fire = (): void => callIn(this.#context, () => streams.end(stream), {});
      this.#world.complete(`process ${name} ${stream} end`, fire, channel);
    }
  }

  #end(end: ProcessEnd): void {
    this.#world.complete(`process ${this.#plan.name} exit`, () => {
      // An end by a signal comes instead of the one that was under way.
      if (this.#killedBy === undefined || end.signal === this.#killedBy) this.#finish(end);
    });
  }

  #finish(end: ProcessEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#world.handles?.closed(this);
    if (end.error !== undefined) this.#plan.streams.endAll();
    callIn(this.#context, () => this.#plan.onEnd(end), {});
  }
}

/** The name of a signal, as the end of a process tells it. */
export function nameOfSignal(signal: number): NodeJS.Signals | undefined {
  const entry = Object.entries(constants.signals).find(([, number]) => number === signal);
  return entry?.[0] as NodeJS.Signals | undefined;
}

// --- inside ---

const output = seamOf("world:process.output");
const noSuchProcess = -constants.errno.ESRCH;
/** Signals that a program ignores unless it asks for them. */
const harmless: ReadonlySet<string> = new Set(["SIGCHLD", "SIGCONT", "SIGWINCH", "SIGURG"]);

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof Reflect.get(Object(value), "then") === "function";
}
