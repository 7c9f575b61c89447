import path from "node:path";
import { type ExitMode, exitText } from "../kernel/exit-mode.ts";
import type { SourcePlace } from "../kernel/finding.ts";
import { ConfigError } from "../kernel/config-error.ts";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import type { RunEvent } from "../kernel/journal.ts";
import { hostArgument } from "../runner/worker-key.ts";
import { postgresData } from "../runner/postgres-data.ts";
import { WorkerProcess } from "../runner/worker-process.ts";
import { openedStamp, storeName } from "../subject/config/store-links.ts";
import { hostAccessOf, hostMsMax } from "../world/host/host-access.ts";
import type { LoadCommand } from "./load-command.ts";
import type {
  Command,
  CoverCommand,
  Covered,
  DigestCommand,
  ExploreCommand,
  Explored,
  LastWords,
  Loaded,
  Mark,
  Message,
  PostgresData,
  Progress,
  RecordCommand,
  Recorded,
  ShrinkCommand,
  Sighting,
} from "./protocol.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** How a subject's process is limited. */
export interface WorkerLimits {
  /** A run that gives no sign of life for so long is a timeout. */
  readonly runTimeoutMs: number;
  readonly memoryMb: number;
  /** Loading the code may take so long; half a minute where it is left out. */
  readonly loadMs?: number | undefined;
}

/** What was heard of a process before it ended. */
export interface Heard {
  lastWords: LastWords | undefined;
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
  readonly heard: Readonly<Heard>;

  constructor(exit: ExitMode, output: string, heard: Readonly<Heard>) {
    super(`the process that runs the subject ended: ${exit.kind}`);
    this.exit = exit;
    this.output = output;
    this.heard = heard;
  }
}

/**
 * Something outside ended the process while it loaded the code, twice: nothing is known of the code
 * then, and what was to be found out of it is unknown.
 */
export class LoadKilled extends GauntletError {}

/** What is heard while a stretch is explored. */
export interface ExploreListener {
  readonly onMark?: (mark: Mark) => void;
  readonly onProgress?: (progress: Progress) => void;
  readonly onSighting?: (sighting: Sighting) => void;
}

/** A process with a loaded subject, spoken to in typed commands. */
export class SubjectWorker {
  readonly #process: WorkerProcess;
  readonly loaded: Loaded;

  private constructor(process: WorkerProcess, loaded: Loaded) {
    this.#process = process;
    this.loaded = loaded;
  }

  /**
   * Starts a process and loads the subject; what cannot be loaded is a GauntletError. A process
   * that was killed meanwhile is started once more: a system short of memory kills what is large.
   */
  static async start(
    command: LoadCommand,
    limits: WorkerLimits,
    pool?: WorkerPool,
  ): Promise<SubjectWorker> {
    try {
      return await SubjectWorker.#load(command, limits, pool);
    } catch (thrown) {
      if (!(thrown instanceof LoadKilled)) throw thrown;
      return SubjectWorker.#load(command, limits, undefined);
    }
  }

  static async #load(
    command: LoadCommand,
    limits: WorkerLimits,
    pool: WorkerPool | undefined,
  ): Promise<SubjectWorker> {
    const isWalled = isKeptFromHost(command) && !startingWorkers.has(keyOf(command));
    const process = pool?.take(isWalled) ?? startProcess(command, limits, isWalled);
    process.silenceMsMax = Math.max(limits.runTimeoutMs, limits.loadMs ?? loadMsDefault);
    try {
      const loaded = await ask(process, command, only("loaded"));
      if (loaded.startsWorkers && process.isWalled) {
        // Only its text tells, and that is read in the process.
        startingWorkers.add(keyOf(command));
        await process.stop();
        return await SubjectWorker.#load(command, limits, pool);
      }
      process.settleMemory();
      // While a run waits for its host, it cannot give a sign of life.
      process.silenceMsMax = limits.runTimeoutMs + hostMsMax(command.settings, command.grant);
      return new SubjectWorker(process, loaded);
    } catch (thrown) {
      await process.stop();
      throw thrown instanceof WorkerEnded ? loadEnded(thrown, command) : thrown;
    }
  }

  explore(command: ExploreCommand, listener: ExploreListener = {}): Promise<Explored> {
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

  record(command: RecordCommand, onInspecting?: (url: string) => void): Promise<Recorded> {
    return ask(this.#process, command, (message) => {
      if (message.type === "inspecting") onInspecting?.(message.url);
      return message.type === "recorded" ? message : undefined;
    });
  }

  cover(command: CoverCommand): Promise<Covered> {
    return ask(this.#process, command, only("covered"));
  }

  digest(command: DigestCommand): Promise<Extract<Message, { type: "digests" }>> {
    return ask(this.#process, command, only("digests"));
  }

  async places(stack: string): Promise<readonly SourcePlace[]> {
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
  const cache = path.join(command.projectRoot, storeName, "cache");
  // Made if need be: Node gives permission to write only in a folder that is there.
  const writable = openedStamp(cache) === undefined ? [] : [cache];
  return new WorkerProcess({
    writable: isWalled ? writable : undefined,
    // From src/ and from dist/ alike this is the compiled file: Node runs no TypeScript.
    entry: new URL("../../dist/search/worker-main.js", import.meta.url),
    cwd: command.projectRoot,
    silenceMsMax: limits.runTimeoutMs,
    memoryMb: limits.memoryMb,
    arguments: command.settings.isHostAllowed === true ? [hostArgument] : [],
  });
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
  const heard: Heard = { lastWords: undefined, hungStack: undefined, decisions: [], events: [] };
  const result = await process.ask(command, (raw) => {
    const message = raw as Message;
    if (message.type === "refused") throw refusal(message);
    if (message.type === "bug") throw new WorkerBug(message.message, message.stack);
    // A mark stands before a run; progress is said between two.
    if (message.type === "mark" || message.type === "progress") process.restartOutput();
    if (message.type === "lastWords") heard.lastWords = message;
    if (message.type === "hung") heard.hungStack = message.stack;
    if (message.type === "decision") heard.decisions.push(message.line);
    if (message.type === "wantsPostgresData") void bringPostgresData(process);
    if (message.type === "event") heard.events.push(message.event);
    return take(message);
  });
  if ("answer" in result) return result.answer;
  throw new WorkerEnded(result.exit, process.output, heard);
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

/** Signals that come from outside; others are what a crash of the process itself ends with. */
const killingSignals = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);

function loadEnded(ended: WorkerEnded, command: LoadCommand): GauntletError {
  const { exit } = ended;
  if (exit.kind === "signal" && killingSignals.has(exit.signal)) {
    return new LoadKilled({
      code: "S005",
      what: `the process was killed while it loaded \`${command.file}\` (signal ${exit.signal})`,
      where: command.file,
      note: "it was killed from outside, twice; a system that is short of memory does that",
      help: "free memory or search with fewer `--workers`, and run again",
    });
  }
  const how = exit.kind === "timeout" ? `gave no sign of life for ${exit.afterMs} ms` : "ended";
  const said = ended.output.trim().split("\n").slice(-5).join("\n");
  return new GauntletError({
    code: "S003",
    what: `the process ${how} while it loaded \`${command.file}\` (${exitText(exit)})`,
    where: command.file,
    ...(said === "" ? {} : { note: `its last output was: ${said}` }),
    help: "move what runs at the top of the file into `setup` or into the rules",
  });
}
