import type { Decisions, ValueArbitrary } from "../decisions/decisions.ts";
import type { Fault } from "../faults/fault.ts";
import type { SourceLocation } from "../result/finding.ts";
import type { HostWorker, WorkerOptions } from "../services/host-worker.ts";
import type { PostgresOptions, PostgresService } from "../services/postgres-service.ts";
import type { RedisOptions, RedisService } from "../services/redis-service.ts";
import type { RunState } from "../judge/run-state.ts";
import type { RunSettings } from "../trace/trace.ts";

/**
 * What answers requests to a mounted host: a fetch-style function, a node:http request listener, or
 * a node:http server (an express or fastify app is one of the latter two).
 */
export type ServeHandler = ((request: Request) => Response | Promise<Response>) | object;

/** What a scripted command prints and how it ends. */
export interface CommandOutcome {
  readonly stdout?: string | readonly string[];
  readonly stderr?: string | readonly string[];
  readonly exitCode?: number;
  readonly signal?: string;
  readonly delayMs?: number;
}

/** A scripted command: what it does, or a function that decides by its arguments. */
export type CommandScript =
  | CommandOutcome
  | ((args: readonly string[]) => CommandOutcome | Promise<CommandOutcome>);

/** What user code may ask of the simulated world it runs in. */
export interface World {
  /** Virtual milliseconds since the start of the run. */
  now(): number;
  /** Waits for virtual time to pass. */
  sleep(ms: number): Promise<void>;
  /** Answers requests to a host, such as `https://rates.example`, from within the run. */
  serve(url: string, handler: ServeHandler): void;
  /** Says what a child process of this name does; no real process is ever started. */
  command(name: string, script: CommandScript): void;
  /** A real process that is started once and asked many times; what it answers is recorded. */
  worker(options: WorkerOptions): HostWorker;
  /** A Postgres that real clients reach over the simulated network; fresh in every run. */
  postgres(options?: PostgresOptions): PostgresService;
  /** A Redis that clients reach over the network of the run; empty at its start. */
  redis(options?: RedisOptions): RedisService;
  /** Loses what was written and not synced, as a power cut does; open files are gone. */
  crash(): void;
  /** Draws a value of a fast-check arbitrary; it is recorded, replayed and shrunk like the rest. */
  draw<T>(label: string, arbitrary: ValueArbitrary<T>): T;
  /** Draws one of several values. */
  pick<T>(label: string, values: readonly T[]): T;
}

/** What a subject gets for one run. */
export interface RunContext {
  readonly decisions: Decisions;
  readonly state: RunState;
  readonly world: World;
  /** What is going to happen: idle when nothing is. */
  readonly schedule: { readonly isIdle: boolean };
  readonly settings: RunSettings;
  /** The user's own lines in a stack, innermost first; none are known where it is left out. */
  readonly frames?: ((stack: string) => readonly SourceLocation[]) | undefined;
  /** How much the user's code has done; only for subjects that ask for it. */
  readonly meter?: WorkMeter | undefined;
  /** Looks what was left changed of what all values inherit from, and puts it back. */
  readonly lookAtShared?: (() => SharedChanges | undefined) | undefined;
  /** Calls something once the run is over, before what it left changed is looked at. */
  readonly atEnd?: ((call: () => void) => void) | undefined;
}

/** What code left changed of what all code shares, by name. */
export interface SharedChanges {
  /** What all values inherit from: `Object.prototype.polluted`. */
  readonly inherited: readonly string[];
  readonly others: readonly string[];
  /** Whether everything is as it was. */
  readonly isPutBack: boolean;
}

/** Counts what code does, in blocks entered: the same in every run, unlike time. */
export interface WorkMeter {
  work: number;
  /** Code that does more throws an error that is called `WorkLimitError`. */
  workMax: number;
  /** What was done to see how work grows, and for the inputs that were tried in a row. */
  measured: number;
  tried: number;
  /** Whether the one must not become much more than the other: then less is looked at. */
  isSparing: boolean;
  /** The loop, or the function that calls itself, that was gone through before the limit. */
  busiest(): SourceLocation | undefined;
  /** Does something of which nothing is counted for the run. */
  aside<R>(call: () => R): R;
}

/**
 * Anything that can be run and judged: a chaos test, a simulation, whatever later engines bring.
 * A run that throws is broken; one that returns and left no failure in its state has held.
 */
export interface Subject {
  readonly name: string;
  run(context: RunContext): void | Promise<void>;
  /** What the subject says it has, so that what was never exercised can be told. */
  readonly declared: SubjectDeclaration;
  /** Only of subjects that do one thing with one input, which can be done many times in a run. */
  readonly direct?: DirectInput | undefined;
}

/** What a run does with its input, without what a run writes down. */
export interface DirectInput {
  /** Draws an input as a run does. */
  draw(decisions: Decisions, settings: RunSettings): unknown;
  /** The input that bytes stand for; only where the input is bytes or text. */
  of(bytes: Uint8Array): unknown;
  /** Does it, and gives what is to be waited for. */
  call(input: unknown, world: World): unknown;
  /** Whether what the code throws is no failure. */
  isMeant(thrown: unknown, settings: RunSettings): boolean;
  /** How much the code may do for one input, where that is counted. */
  readonly workMax: number;
  /** Sees whether inputs ask anything of the world; only where that is judged. */
  readonly watch?: (() => ActsSeen) | undefined;
}

/** What is seen of what code asks of the world, until it is stopped. */
export interface ActsSeen {
  readonly hasActed: boolean;
  stop(): void;
}

/** What the one input of a subject is; plain data. */
export interface DeclaredInput {
  readonly kind: "bytes" | "text" | "value";
  readonly lengthMax: number;
  /** Inputs that are run first, and pieces that inputs are likely to hold, in hexadecimal. */
  readonly seeds: readonly string[];
  readonly dictionary: readonly string[];
  /** The same, of which inputs hold one now and then: what detectors look for. */
  readonly tokens?: readonly string[] | undefined;
}

/** The operations and per-step properties of a subject. */
export interface SubjectDeclaration {
  readonly operations: readonly string[];
  /** What may go wrong; the seams of these are compiled into the code. */
  readonly faults: readonly Fault[];
  readonly properties: readonly { readonly kind: "invariant" | "final"; readonly name: string }[];
  /** What its one input is, of subjects that have one. */
  readonly input?: DeclaredInput | undefined;
  /** What judges its runs; undefined where a subject judges each of them itself. */
  readonly needsProperties?: "invariants" | "always" | undefined;
}
