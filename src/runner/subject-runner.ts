import type { RunEvent } from "../kernel/decisions/journal.ts";
import type { SourceLocation } from "../kernel/result/finding.ts";
import type { LoadCommand } from "./protocol/load-command.ts";
import type {
  CoverCommand,
  CoverResult,
  DigestCommand,
  DigestResult,
  ExploreCommand,
  LoadedSubject,
  Mark,
  Progress,
  RecordCommand,
  RunRecording,
  ShrinkCommand,
  ShrinkResult,
  Sighting,
  StretchResult,
} from "./protocol/protocol.ts";

/** What is told while something that was asked is being done. */
export interface RunListener {
  readonly onMark?: ((mark: Mark) => void) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onSighting?: ((sighting: Sighting) => void) | undefined;
  /** Is told every decision as it is taken, as a line of a trace; only where `isSpoken` asks. */
  readonly onDecision?: ((line: string) => void) | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Is told where a debugger can be attached; the run waits for it. */
  readonly onInspecting?: ((url: string) => void) | undefined;
}

/**
 * Where the runs of one loaded subject happen. It takes one command at a time. Only plain data
 * goes in and comes out, so the same commands bring the same answers wherever that is: in this
 * process (`worker/inline-runner.ts`) or in one of its own (`process/subject-worker.ts`). What ends
 * before it has answered throws a `WorkerEnded`, and so does whatever is asked of it afterwards.
 * `test/contracts/subject-runner.contract.ts` says the rest, and each runs it.
 */
export interface SubjectRunner {
  readonly loaded: LoadedSubject;
  explore(command: ExploreCommand, listener?: RunListener): Promise<StretchResult>;
  shrink(command: ShrinkCommand, listener?: RunListener): Promise<ShrinkResult>;
  record(command: RecordCommand, listener?: RunListener): Promise<RunRecording>;
  cover(command: CoverCommand): Promise<CoverResult>;
  digest(command: DigestCommand, listener?: RunListener): Promise<DigestResult>;
  /** Finds the user's own lines in a stack that was seen anywhere. */
  places(stack: string): Promise<readonly SourceLocation[]>;
  /**
   * From now on a run that is silent for so long is taken for hung, if that is sooner; does nothing
   * where nobody looks at runs from outside.
   */
  hurry(silenceMsMax: number): void;
  /** Ends it, whatever it is doing. */
  stop(): Promise<void>;
  /** Leaves the place to whoever needs one next, if it came from a pool and is fit for that. */
  release(): Promise<void>;
}

/** How runs are limited. */
export interface RunnerLimits {
  /** A run that gives no sign of life for so long is a timeout. */
  readonly runTimeoutMs: number;
  readonly memoryMb: number;
  /** Loading the code may take so long; half a minute where it is left out. */
  readonly loadMs?: number | undefined;
}

/** Loading may compile many files. */
export const loadMsDefault = 30_000;

/** Loads subjects. */
export interface RunnerSource {
  /**
   * Loads a subject; what cannot be loaded is a GauntletError. Where `signal` aborts, nobody waits
   * for it any more, and it throws an `Interrupted`.
   */
  load(command: LoadCommand, limits: RunnerLimits, signal?: AbortSignal): Promise<SubjectRunner>;
}

/** Places that have run one subject and may run another; only for searching, never for a proof. */
export interface RunnerPool extends RunnerSource {
  /** Begins what the first load takes before anything else, for runs that are all simulated. */
  startAhead(projectRoot: string, limits: RunnerLimits): void;
  /** Ends all places that wait; none is taken back from now on. */
  close(): Promise<void>;
}

/** Where the runs of a command happen. Each load gets a place in which no user code ran before. */
export interface Runners extends RunnerSource {
  /** So many places that are kept between loads. */
  pool(placesMax: number): RunnerPool;
}
