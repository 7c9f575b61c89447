import type { Decision } from "../../kernel/decisions/decision.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { tallyData } from "../../kernel/judge/tally.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { mayBecome } from "../../kernel/shrink/minimize.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { Strategy } from "../../search/strategy.ts";
import type { BuiltinsWatch } from "../../world/builtins-watch.ts";
import {
  missingVariables,
  settleEnvironment,
  useEnvironment,
} from "../../world/machine/environment.ts";
import { prepareNet } from "../../world/net/install-net.ts";
import type { PostgresHome } from "../../world/postgres/prepare.ts";
import { real } from "../../world/real.ts";
import { Interrupted } from "../end-signal.ts";
import { restoreAfterRuns } from "../loop/leftovers.ts";
import type { LoadCommand } from "../protocol/load-command.ts";
import type {
  CoverCommand,
  CoverResult,
  DigestCommand,
  DigestResult,
  ExploreCommand,
  LoadedSubject,
  RecordCommand,
  RunRecording,
  ShrinkCommand,
  ShrinkResult,
  StretchResult,
} from "../protocol/protocol.ts";
import type { RunListener, RunnerLimits, RunnerSource, SubjectRunner } from "../subject-runner.ts";
import { WorkerEnded } from "../worker-ended.ts";
import { coverRun } from "./cover-run.ts";
import { exploreRuns } from "./explore-runs.ts";
import { recordFor } from "./record-for.ts";
import { runDigest } from "./repeat-check.ts";
import { shrinkRuns } from "./shrink-runs.ts";
import { openSession, type SubjectSession } from "./subject-session.ts";
import { type CallWatch, watchCalls } from "./watch-calls.ts";

/** What runs find around them in the process that they share with whoever loads them. */
export interface InlinePlace {
  /** What builtins were before user code was loaded; nothing is put back where it is left out. */
  readonly builtins?: BuiltinsWatch;
  readonly postgres?: Omit<PostgresHome, "projectRoot">;
  /** Done when all of the world is ready, before the user's code is loaded. */
  readonly beforeLoad?: () => Promise<void>;
  /** Looks, after so long, where a run is that gives no sign of life. */
  readonly watchHang?: (afterMs: number) => Promise<void>;
  /** Ends the process after a run that no other may follow; else only the runner ends. */
  readonly endProcess?: () => void;
}

/**
 * Loads subjects into this very process, one at a time; the simulated world must be installed. What
 * user code does to its process it does to this one: that is what the worker program is for, which
 * answers its parent with this, and tests that look inside.
 */
export class InlineRunners implements RunnerSource {
  readonly #place: InlinePlace;

  constructor(place: InlinePlace = {}) {
    this.#place = place;
  }

  load(command: LoadCommand, _?: RunnerLimits, signal?: AbortSignal): Promise<InlineRunner> {
    return InlineRunner.load(command, this.#place, signal);
  }
}

/** A subject in this process, and all that can be asked of it. */
export class InlineRunner implements SubjectRunner {
  readonly #session: SubjectSession;
  readonly #place: InlinePlace;
  readonly #watching: CallWatch | undefined;
  /** What decided the runs of the last stretch. */
  #exploring: Strategy | undefined;
  #hasEnded = false;

  private constructor(parts: {
    readonly session: SubjectSession;
    readonly place: InlinePlace;
    readonly watching: CallWatch | undefined;
  }) {
    this.#session = parts.session;
    this.#place = parts.place;
    this.#watching = parts.watching;
  }

  static async load(
    command: LoadCommand,
    place: InlinePlace,
    signal?: AbortSignal,
  ): Promise<InlineRunner> {
    throwIfAborted(signal);
    const known: { session?: SubjectSession } = {};
    const framesOf = (stack: string): readonly SourceLocation[] =>
      known.session?.frames(stack) ?? [];
    const watching = command.isWitnessed === true ? watchCalls(framesOf) : undefined;
    const { grant, settings } = command;
    useEnvironment(settings.env ?? {}, grant === undefined ? settings.env : (grant.env ?? {}));
    await prepareNet();
    await place.beforeLoad?.();
    const session = await openSession(command, place.postgres);
    throwIfAborted(signal);
    settleEnvironment();
    if (place.builtins !== undefined) {
      place.builtins.settle();
      restoreAfterRuns(place.builtins);
    }
    known.session = session;
    return new InlineRunner({ session, place, watching });
  }

  get loaded(): LoadedSubject {
    return this.#session.loaded;
  }

  /** The user's own lines in a stack, innermost first. */
  frames(stack: string): readonly SourceLocation[] {
    return this.#session.frames(stack);
  }

  async explore(command: ExploreCommand, listener: RunListener = {}): Promise<StretchResult> {
    const open = this.#open();
    const { clusters, tally, strategy, handlers, ...counts } = await exploreRuns({
      ...open,
      ...command,
      known: command.isContinued === true ? this.#exploring : undefined,
      seeds: (command.seeds ?? []).map(decodeDecisions),
      onDecision: spoken(command, listener),
      onMark: (runIndex, changes) => {
        this.#throwIfEnded();
        listener.onMark?.({ type: "mark", runIndex, changes });
      },
      onProgress: (progress) => listener.onProgress?.({ type: "progress", ...progress }),
      onSighting: ({ decisions, ...sighting }) =>
        listener.onSighting?.({ type: "sighting", ...sighting, decisions: encode(decisions) }),
    });
    this.#exploring = strategy;
    return {
      type: "explored",
      ...counts,
      tally: tallyData(tally),
      handlers: handlers.map(open.placeHandler),
      ...(open.maker.isDirect ? { unheld: open.unheld() } : {}),
      placed: open.placed(),
      blocksTotal: open.coverage?.map.blocksTotal ?? 0,
      reached: open.coverage?.map.news(),
      missing: this.#missing(),
      clusters: [...clusters].map(([key, { occurrences, decisions }]) => ({
        key,
        occurrences,
        decisions: encode(decisions),
      })),
    };
  }

  async shrink(command: ShrinkCommand, listener: RunListener = {}): Promise<ShrinkResult> {
    const { key, attemptsMax, timeMsMax, minimize = "all" } = command;
    const open = this.#open();
    const shrunk = await shrinkRuns({
      ...open,
      mayBecome: mayBecome(minimize, open.loaded.declared.faults),
      key,
      attemptsMax,
      timeMsMax,
      failing: decodeDecisions(command.decisions),
      onProgress: (runs) => {
        this.#throwIfEnded();
        listener.onProgress?.({ type: "progress", runs, wakes: 0 });
      },
      // Whoever asked goes on from outside, with a place for each try.
      onSpoiled: () => this.#end(),
    });
    return { ...shrunk, type: "shrunk", decisions: encode(shrunk.decisions) };
  }

  async record(command: RecordCommand, listener: RunListener = {}): Promise<RunRecording> {
    const open = this.#open();
    const { hangAfterMs } = command;
    if (hangAfterMs !== undefined) await this.#place.watchHang?.(hangAfterMs);
    return recordFor(command, { open, watching: this.#watching, listener });
  }

  cover({ decisions }: CoverCommand): Promise<CoverResult> {
    return inTurn(() => coverRun(this.#open(), decodeDecisions(decisions)));
  }

  async digest(command: DigestCommand, listener: RunListener = {}): Promise<DigestResult> {
    const words = seedWords(command.seed);
    const digests: string[] = [];
    const escaped: number[] = [];
    const endMs = real.performanceNow() + (command.timeMsMax ?? Number.POSITIVE_INFINITY);
    for (const runIndex of command.runs) {
      const source = (): RandomSource => new RandomSource().restart(words, runIndex);
      const { digest, hasEscaped, isSpoiled } = await runDigest({ ...this.#open(), source });
      digests.push(digest);
      if (hasEscaped) escaped.push(runIndex);
      listener.onProgress?.({ type: "progress", runs: digests.length, wakes: 0 });
      if (real.performanceNow() >= endMs) break;
      if (isSpoiled && digests.length < command.runs.length) this.#end();
    }
    return { type: "digests", digests, escaped };
  }

  places(stack: string): Promise<readonly SourceLocation[]> {
    return inTurn(() => this.#open().frames(stack));
  }

  /** Nobody looks at these runs from outside. */
  hurry(): void {}

  /** What is being done ends at its next sign of life. */
  stop(): Promise<void> {
    this.#hasEnded = true;
    return Promise.resolve();
  }

  release(): Promise<void> {
    return this.stop();
  }

  #open(): SubjectSession {
    this.#throwIfEnded();
    return this.#session;
  }

  #throwIfEnded(): void {
    if (this.#hasEnded) throw new WorkerEnded({ kind: "signal", signal: "SIGKILL" });
  }

  #end(): void {
    this.#place.endProcess?.();
    this.#hasEnded = true;
    this.#throwIfEnded();
  }

  /** Variables that runs asked for and that nobody gave them. */
  #missing(): StretchResult["missing"] {
    return missingVariables().flatMap(({ name, stack }) => {
      const [at] = this.frames(stack);
      return at === undefined ? [] : [{ name, place: `${at.file}:${at.line}` }];
    });
  }
}

// --- inside ---

/** What is thrown at once is thrown to whoever waits. */
function inTurn<T>(act: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve) => resolve(act()));
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Interrupted();
}

function spoken(
  { isSpoken = false }: ExploreCommand,
  { onDecision }: RunListener,
): ((decision: Decision) => void) | undefined {
  if (!isSpoken || onDecision === undefined) return undefined;
  return (decision) => onDecision(decisionLine(decision));
}

function encode(decisions: readonly Decision[]): string[] {
  return decisions.map(decisionLine);
}
