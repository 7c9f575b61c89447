import type { SourceLocation } from "../../kernel/result/finding.ts";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { postgresData } from "./postgres-data.ts";
import { WorkerProcess } from "./worker-process.ts";
import { hostAccessOf, hostMsMax } from "../../world/host/host-access.ts";
import { Interrupted } from "../end-signal.ts";
import type { LoadCommand } from "../protocol/load-command.ts";
import { loadEnded } from "./load-ended.ts";
import type {
  Command,
  CoverCommand,
  CoverResult,
  DigestCommand,
  DigestResult,
  ExploreCommand,
  LoadedSubject,
  Message,
  PostgresData,
  RecordCommand,
  RunRecording,
  ShrinkCommand,
  ShrinkResult,
  StretchResult,
} from "../protocol/protocol.ts";
import { takeSpare } from "./spare-worker.ts";
import {
  loadMsDefault,
  type RunListener,
  type RunnerLimits,
  type SubjectRunner,
} from "../subject-runner.ts";
import { type LastMessages, LoadKilled, noMessages, WorkerEnded } from "../worker-ended.ts";
import { workerOptions } from "./worker-options.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** Where a process comes from, and who ends its start. */
export interface StartOptions {
  readonly pool?: WorkerPool | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A process with a loaded subject, spoken to in typed commands. */
export class SubjectWorker implements SubjectRunner {
  readonly #process: WorkerProcess;
  readonly #pool: WorkerPool | undefined;
  readonly loaded: LoadedSubject;

  private constructor(process: WorkerProcess, loaded: LoadedSubject, pool: WorkerPool | undefined) {
    this.#process = process;
    this.#pool = pool;
    this.loaded = loaded;
  }

  /**
   * Starts a process and loads the subject; what cannot be loaded is a GauntletError. A process
   * that was killed meanwhile is started once more: a system short of memory kills what is large.
   * Where `signal` aborts, nobody waits for it any more, and it throws an `Interrupted`.
   */
  static async start(
    command: LoadCommand,
    limits: RunnerLimits,
    { pool, signal }: StartOptions = {},
  ): Promise<SubjectWorker> {
    const from = { pool, signal, waiting: pool };
    try {
      return await SubjectWorker.#load(command, limits, from);
    } catch (thrown) {
      if (!(thrown instanceof LoadKilled)) throw thrown;
      return SubjectWorker.#load(command, limits, { ...from, waiting: undefined });
    }
  }

  static async #load(
    command: LoadCommand,
    limits: RunnerLimits,
    from: StartOptions & { readonly waiting: WorkerPool | undefined },
  ): Promise<SubjectWorker> {
    const { pool, signal, waiting } = from;
    throwIfAborted(signal);
    const isWalled = isKeptFromHost(command) && !startingWorkers.has(keyOf(command));
    const process = waiting?.take(isWalled) ?? startProcess(command, limits, isWalled);
    process.silenceMsMax = Math.max(limits.runTimeoutMs, limits.loadMs ?? loadMsDefault);
    const stop = (): void => void process.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const loaded = await ask(process, command, only("loaded"));
      if (loaded.startsWorkers && process.isWalled) {
        // Only its text tells, and that is read in the process.
        startingWorkers.add(keyOf(command));
        await process.stop();
        return await SubjectWorker.#load(command, limits, from);
      }
      process.settleMemory();
      // While a run waits for its host, it cannot give a sign of life.
      process.silenceMsMax = limits.runTimeoutMs + hostMsMax(command.settings, command.grant);
      return new SubjectWorker(process, loaded, pool);
    } catch (thrown) {
      await process.stop();
      throwIfAborted(signal);
      throw thrown instanceof WorkerEnded ? loadEnded(thrown, command) : thrown;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  explore(command: ExploreCommand, listener?: RunListener): Promise<StretchResult> {
    return ask(this.#process, command, only("explored"), listener);
  }

  shrink(command: ShrinkCommand, listener?: RunListener): Promise<ShrinkResult> {
    return ask(this.#process, command, only("shrunk"), listener);
  }

  record(command: RecordCommand, listener?: RunListener): Promise<RunRecording> {
    return ask(this.#process, command, only("recorded"), listener);
  }

  cover(command: CoverCommand): Promise<CoverResult> {
    return ask(this.#process, command, only("covered"));
  }

  digest(command: DigestCommand, listener?: RunListener): Promise<DigestResult> {
    return ask(this.#process, command, only("digests"), listener);
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

  async release(): Promise<void> {
    if (this.#pool?.give(this.#process) !== true) await this.stop();
  }
}

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
  limits: RunnerLimits,
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
  listener: RunListener = {},
): Promise<R> {
  const lastMessages = noMessages();
  const result = await process.ask(command, (raw) => {
    const message = raw as Message;
    if (message.type === "refused") throw refusal(message);
    if (message.type === "bug") throw new WorkerBug(message.message, message.stack);
    if (message.type === "wantsPostgresData") void bringPostgresData(process);
    // A mark stands before a run; progress is said between two.
    if (message.type === "mark" || message.type === "progress") process.restartOutput();
    keep(message, lastMessages);
    tell(message, listener);
    return take(message);
  });
  if ("answer" in result) return result.answer;
  throw new WorkerEnded(result.exit, process.output, lastMessages);
}

/** Keeps what is looked at where the process ends before it answers. */
function keep(message: Message, last: LastMessages): void {
  if (message.type === "intendedExit") last.intendedExit = message;
  if (message.type === "hung") last.hungStack = message.stack;
  if (message.type === "decision") last.decisions.push(message.line);
  if (message.type === "event") last.events.push(message.event);
}

function tell(message: Message, listener: RunListener): void {
  if (message.type === "mark") listener.onMark?.(message);
  if (message.type === "progress") listener.onProgress?.(message);
  if (message.type === "sighting") listener.onSighting?.(message);
  if (message.type === "decision") listener.onDecision?.(message.line);
  if (message.type === "event") listener.onEvent?.(message.event);
  if (message.type === "inspecting") listener.onInspecting?.(message.url);
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
