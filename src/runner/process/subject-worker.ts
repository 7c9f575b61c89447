import type { ExitMode } from "../../kernel/failure/exit-mode.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import { postgresData } from "./postgres-data.ts";
import { WorkerProcess } from "./worker-process.ts";
import { hostAccessOf, hostMsMax } from "../../world/host/host-access.ts";
import { Interrupted } from "./end-signal.ts";
import type { LoadCommand } from "../protocol/load-command.ts";
import { loadEnded, LoadKilled } from "./load-ended.ts";
import type {
  Command,
  CoverCommand,
  CoverResult,
  DigestCommand,
  ExploreCommand,
  StretchResult,
  IntendedExit,
  LoadedSubject,
  Mark,
  Message,
  PostgresData,
  Progress,
  RecordCommand,
  RunRecording,
  ShrinkCommand,
  Sighting,
} from "../protocol/protocol.ts";
import { takeSpare } from "./spare-worker.ts";
import { workerOptions } from "./worker-options.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** How a subject's process is limited. */
export interface WorkerLimits {
  /** A run that gives no sign of life for so long is a timeout. */
  readonly runTimeoutMs: number;
  readonly memoryMb: number;
  /** Loading the code may take so long; half a minute where it is left out. */
  readonly loadMs?: number | undefined;
}

/** Where a process comes from, and who ends its start. */
export interface StartOptions {
  readonly pool?: WorkerPool | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a process reported before it ended. */
export interface LastMessages {
  intendedExit: IntendedExit | undefined;
  /** Where a run was that gave no sign of life. */
  hungStack: string | undefined;
  /** The lines of the decisions that the run had taken, where it was asked to say them. */
  readonly decisions: string[];
  readonly events: RunEvent[];
}

/** The process ended before it answered; what it said last is kept. */
export class WorkerEnded extends Error {
  override readonly name: string = "WorkerEnded";
  readonly exit: ExitMode;
  readonly output: string;
  readonly lastMessages: Readonly<LastMessages>;

  constructor(exit: ExitMode, output: string, lastMessages: Readonly<LastMessages>) {
    super(`the process that runs the subject ended: ${exit.kind}`);
    this.exit = exit;
    this.output = output;
    this.lastMessages = lastMessages;
  }
}

/** What is reported while a stretch is explored. */
export interface ExploreListener {
  readonly onMark?: (mark: Mark) => void;
  readonly onProgress?: (progress: Progress) => void;
  readonly onSighting?: (sighting: Sighting) => void;
}

/** A process with a loaded subject, spoken to in typed commands. */
export class SubjectWorker {
  readonly #process: WorkerProcess;
  readonly loaded: LoadedSubject;

  private constructor(process: WorkerProcess, loaded: LoadedSubject) {
    this.#process = process;
    this.loaded = loaded;
  }

  /**
   * Starts a process and loads the subject; what cannot be loaded is a GauntletError. A process
   * that was killed meanwhile is started once more: a system short of memory kills what is large.
   * Where `signal` aborts, nobody waits for it any more, and it throws an `Interrupted`.
   */
  static async start(
    command: LoadCommand,
    limits: WorkerLimits,
    { pool, signal }: StartOptions = {},
  ): Promise<SubjectWorker> {
    try {
      return await SubjectWorker.#load(command, limits, { pool, signal });
    } catch (thrown) {
      if (!(thrown instanceof LoadKilled)) throw thrown;
      return SubjectWorker.#load(command, limits, { signal });
    }
  }

  static async #load(
    command: LoadCommand,
    limits: WorkerLimits,
    { pool, signal }: StartOptions,
  ): Promise<SubjectWorker> {
    throwIfAborted(signal);
    const isWalled = isKeptFromHost(command) && !startingWorkers.has(keyOf(command));
    const process = pool?.take(isWalled) ?? startProcess(command, limits, isWalled);
    process.silenceMsMax = Math.max(limits.runTimeoutMs, limits.loadMs ?? loadMsDefault);
    const stop = (): void => void process.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const loaded = await ask(process, command, only("loaded"));
      if (loaded.startsWorkers && process.isWalled) {
        // Only its text tells, and that is read in the process.
        startingWorkers.add(keyOf(command));
        await process.stop();
        return await SubjectWorker.#load(command, limits, { pool, signal });
      }
      process.settleMemory();
      // While a run waits for its host, it cannot give a sign of life.
      process.silenceMsMax = limits.runTimeoutMs + hostMsMax(command.settings, command.grant);
      return new SubjectWorker(process, loaded);
    } catch (thrown) {
      await process.stop();
      throwIfAborted(signal);
      throw thrown instanceof WorkerEnded ? loadEnded(thrown, command) : thrown;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  explore(command: ExploreCommand, listener: ExploreListener = {}): Promise<StretchResult> {
    return ask(this.#process, command, (message) => {
      if (message.type === "mark") listener.onMark?.(message);
      if (message.type === "progress") listener.onProgress?.(message);
      if (message.type === "sighting") listener.onSighting?.(message);
      return message.type === "explored" ? message : undefined;
    });
  }

  shrink(command: ShrinkCommand): Promise<Extract<Message, { type: "shrunk" }>> {
    return ask(this.#process, command, only("shrunk"));
  }

  record(command: RecordCommand, onInspecting?: (url: string) => void): Promise<RunRecording> {
    return ask(this.#process, command, (message) => {
      if (message.type === "inspecting") onInspecting?.(message.url);
      return message.type === "recorded" ? message : undefined;
    });
  }

  cover(command: CoverCommand): Promise<CoverResult> {
    return ask(this.#process, command, only("covered"));
  }

  digest(command: DigestCommand): Promise<Extract<Message, { type: "digests" }>> {
    return ask(this.#process, command, only("digests"));
  }

  async places(stack: string): Promise<readonly SourceLocation[]> {
    return (await ask(this.#process, { type: "places", stack }, only("places"))).places;
  }

  /** From now on a process that is silent for so long is taken for hung, if that is sooner. */
  hurry(silenceMsMax: number): void {
    this.#process.hurry(silenceMsMax);
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  /** Leaves the process to whoever needs one next, if it is fit for that. */
  async release(pool: WorkerPool | undefined): Promise<void> {
    if (pool?.give(this.#process) !== true) await this.stop();
  }
}

/** Loading may compile many files. */
export const loadMsDefault = 30_000;

// --- inside ---

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Interrupted();
}

/** Subjects that call `world.worker`, whose processes must be able to start others. */
const startingWorkers = new Set<string>();

function keyOf({ projectRoot, file }: LoadCommand): string {
  return `${projectRoot}\n${file}`;
}

/** Whether nothing in the settings lets a run, or who looks at it, use the host. */
function isKeptFromHost({ settings, grant, isWatched = false }: LoadCommand): boolean {
  const { isHostAllowed = false, isStrict = true } = settings;
  const isHostUsed = Object.values(hostAccessOf(settings, grant).granted).includes(true);
  return isStrict && !isHostAllowed && !isHostUsed && !isWatched;
}

function startProcess(
  command: LoadCommand,
  limits: WorkerLimits,
  isWalled: boolean,
): WorkerProcess {
  const options = workerOptions({
    projectRoot: command.projectRoot,
    memoryMb: limits.memoryMb,
    silenceMsMax: limits.runTimeoutMs,
    isWalled,
    isHostAllowed: command.settings.isHostAllowed === true,
  });
  return takeSpare(options) ?? new WorkerProcess(options);
}

function only<T extends Message["type"]>(
  type: T,
): (message: Message) => Extract<Message, { type: T }> | undefined {
  return (message) =>
    message.type === type ? (message as Extract<Message, { type: T }>) : undefined;
}

async function ask<R>(
  process: WorkerProcess,
  command: Command,
  take: (message: Message) => R | undefined,
): Promise<R> {
  const lastMessages: LastMessages = {
    intendedExit: undefined,
    hungStack: undefined,
    decisions: [],
    events: [],
  };
  const result = await process.ask(command, (raw) => {
    const message = raw as Message;
    if (message.type === "refused") throw refusal(message);
    if (message.type === "bug") throw new WorkerBug(message.message, message.stack);
    // A mark stands before a run; progress is said between two.
    if (message.type === "mark" || message.type === "progress") process.restartOutput();
    if (message.type === "intendedExit") lastMessages.intendedExit = message;
    if (message.type === "hung") lastMessages.hungStack = message.stack;
    if (message.type === "decision") lastMessages.decisions.push(message.line);
    if (message.type === "wantsPostgresData") void bringPostgresData(process);
    if (message.type === "event") lastMessages.events.push(message.event);
    return take(message);
  });
  if ("answer" in result) return result.answer;
  throw new WorkerEnded(result.exit, process.output, lastMessages);
}

/** A process that runs the user's code may start no other, so it is done for it. */
async function bringPostgresData(process: WorkerProcess): Promise<void> {
  const data = await postgresData(process.cwd).then(
    (file) => ({ file }),
    (error: Error) => ({ failure: error.message }),
  );
  process.reply({ type: "postgresData", ...data } satisfies PostgresData);
}

function refusal({ error, problems }: Extract<Message, { type: "refused" }>): GauntletError {
  const [first, ...others] = problems ?? [];
  if (first === undefined) return new GauntletError(error);
  return new ConfigError([first, ...others], error.code.startsWith("N") ? "scenario" : "config");
}

/** A mistake of ours inside the worker, with the stack it had there. */
class WorkerBug extends Error {
  override readonly name: string = "WorkerBug";
  constructor(message: string, stack: string) {
    super(message);
    this.stack = stack;
  }
}
