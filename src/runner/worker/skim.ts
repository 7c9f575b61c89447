import type { Decision } from "../../kernel/decisions/decision.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { inputLabel } from "../../kernel/subject/fuzz-test.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import type { ActsSeen, DirectInput, RunContext, Subject } from "../../kernel/subject/subject.ts";
import { bytesToHex } from "../../kernel/values/bytes.ts";
import { InputStrategy } from "../../search/fuzz/input-strategy.ts";
import type { Hit } from "../../search/guidance/guided-state.ts";
import type { GivenSource, Strategy } from "../../search/strategy.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import { isThenable } from "../../subject/drive/simulation-subject.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import type { Execute } from "../loop/drain.ts";
import type { RunMaker } from "./run-maker.ts";

/** What inputs are tried with. */
export interface SkimParts {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly strategy: Strategy;
  readonly coverage?: Coverage | undefined;
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

/** Which inputs are tried. */
export interface SkimOrder {
  readonly from: number;
  readonly stride: number;
  readonly runsMax: number;
  /** Called now and then with the index that comes next and how many inputs brought nothing. */
  readonly onBeat: (next: number, passed: number) => void;
}

/** An input that needs a whole run. */
export interface SkimStop {
  readonly source: GivenSource;
  readonly why: "news" | "failed" | "touched the world";
  /** What looked new. */
  readonly hits: readonly Hit[];
}

/** How many inputs brought nothing, and the one after them, if it needs a whole run. */
export interface Skimmed {
  readonly passed: number;
  readonly stop: SkimStop | undefined;
}

/**
 * Tries inputs by calling the user's function, thousands of times in what is one run to the rest of
 * the house: one world, one instance of the modules. As long as nothing is asked of that world the
 * inputs know nothing of each other but what the code itself keeps. What looks new, fails or asks
 * something of the world is left to a whole run of its own, and only that is judged.
 */
export class Skimmer {
  readonly #parts: SkimParts;
  #touchedInRow = 0;
  #resting = 0;

  constructor(parts: SkimParts) {
    this.#parts = parts;
  }

  /** Whether the subject can be called directly, and it is not in vain to do so. */
  get isPossible(): boolean {
    if (!this.#parts.maker.isDirect) return false;
    if (this.#resting === 0) return true;
    this.#resting -= 1;
    return false;
  }

  /** Tries inputs up to one that needs a whole run; a promise where it took real turns. */
  skim(order: SkimOrder): Skimmed | Promise<Skimmed> {
    const { maker, execute, coverage } = this.#parts;
    const run = new SkimRun(this.#parts, order);
    const { request } = maker.make({ source: new SimplestSource() });
    const direct = (made: Subject): Subject => ({
      ...made,
      run: (context) => run.run(context, made),
    });
    const end = (): Skimmed => {
      coverage?.map.clear();
      coverage?.state.cut();
      return run.skimmed;
    };
    const outcome = execute({
      ...request,
      subject: () => {
        const made = request.subject();
        return made instanceof Promise ? made.then(direct) : direct(made);
      },
    });
    return outcome instanceof Promise ? outcome.then(end) : end();
  }

  /** Hears how the whole run came out. */
  hear({ why, hits }: SkimStop, _outcome: RunOutcome): void {
    const { strategy } = this.#parts;
    if (hits.length > 0 && strategy instanceof InputStrategy) strategy.disregard(hits);
    this.#touchedInRow = why === "touched the world" ? this.#touchedInRow + 1 : 0;
    if (this.#touchedInRow < touchedMax) return;
    this.#touchedInRow = touchedMax - 1; // one try, and then again a rest
    this.#resting = restLength;
  }
}

// --- inside ---

/** After so many inputs in a row that asked something of the world, each gets a run at once. */
const touchedMax = 16;
/** For so many runs. */
const restLength = 512;

/** So many inputs share one instance of the modules. */
const inputsMax = 4_096;
/** Together they may enter so many blocks: what is counted is the same on every machine. */
const workMax = 20_000_000;
/** After so many inputs the clock is looked at. */
const beatEach = 256;

class SkimRun {
  readonly #parts: SkimParts;
  readonly #order: SkimOrder;
  readonly #input: InputStrategy | undefined;
  #context: RunContext | undefined;
  #direct: DirectInput | undefined;
  #index: number;
  #passed = 0;
  #work = 0;
  /** How to run the input at hand; undefined between two inputs. */
  #source: GivenSource | undefined;
  #recorded: RecordedDecisions | undefined;
  #stop: SkimStop | undefined;
  #acts: ActsSeen | undefined;

  constructor(parts: SkimParts, order: SkimOrder) {
    this.#parts = parts;
    this.#order = order;
    this.#index = order.from;
    const { strategy } = parts;
    this.#input = strategy instanceof InputStrategy ? strategy : undefined;
  }

  /** What came of it; an input that never ended needs a whole run. */
  get skimmed(): Skimmed {
    const meter = this.#context?.meter;
    if (meter !== undefined) meter.workMax = Number.POSITIVE_INFINITY;
    if (this.#source !== undefined) this.#stopAt("touched the world");
    return { passed: this.#passed, stop: this.#stop };
  }

  run(context: RunContext, { direct }: Subject): void | Promise<void> {
    this.#context = context;
    this.#direct = direct;
    this.#acts = direct?.watch?.();
    context.atEnd?.(() => this.#endWatch(context));
    if (context.meter !== undefined && direct !== undefined) {
      context.meter.workMax = direct.workMax;
    }
    return this.#goOn();
  }

  /** What is left changed now was not left by the run that comes next. */
  #endWatch({ lookAtShared }: RunContext): void {
    this.#acts?.stop();
    if (this.#acts !== undefined) lookAtShared?.();
  }

  #goOn(): void | Promise<void> {
    const context = this.#context;
    const direct = this.#direct;
    if (context === undefined || direct === undefined) return;
    const { meter, world } = context;
    const most = Math.min(inputsMax, this.#order.runsMax);
    while (this.#passed < most && this.#work < workMax) {
      const input = this.#next(direct, context.settings);
      if (this.#source === undefined) continue;
      if (meter !== undefined) meter.work = 0;
      let result: unknown;
      try {
        result = direct.call(input, world);
      } catch (thrown) {
        if (!direct.isMeant(thrown, context.settings)) {
          this.#stopAt("failed");
          return;
        }
      }
      if (isThenable(result)) return this.#wait(result);
      if (!this.#end(context)) return;
    }
  }

  async #wait(result: PromiseLike<unknown>): Promise<void> {
    try {
      await result;
    } catch (thrown) {
      const { settings } = this.#context ?? {};
      if (settings === undefined || this.#direct?.isMeant(thrown, settings) !== true) {
        this.#stopAt("failed");
        return;
      }
    }
    if (this.#context !== undefined && this.#end(this.#context)) return this.#goOn();
  }

  /** The next input; without a source where none could be drawn. */
  #next(direct: DirectInput, settings: RunContext["settings"]): unknown {
    const { strategy, onDecision } = this.#parts;
    const source = strategy.next(this.#index);
    this.#source = source;
    if (this.#input !== undefined) {
      const bytes = this.#input.input;
      onDecision?.({ kind: "bytes", label: inputLabel, value: bytesToHex(bytes) });
      return direct.of(bytes);
    }
    if (source === undefined) return undefined;
    const { wantsLiterals: keepsLiterals } = source;
    this.#recorded = new RecordedDecisions(source, { keepsLiterals, onDecision });
    try {
      return direct.draw(this.#recorded, settings);
    } catch {
      // No value could be drawn: nothing was tried.
      strategy.learn(this.#recorded.log, { verdict: "unknown", decisionsCount: 0 });
      this.#count();
      return undefined;
    }
  }

  /** Looks what the input did; whether the next one may follow. */
  #end({ meter, schedule, decisions, state, world }: RunContext): boolean {
    if (meter !== undefined) {
      const { work } = meter;
      this.#work += work;
      if (work > (this.#direct?.workMax ?? 0)) return this.#stopAt("failed");
    }
    if (state.failure !== undefined) return this.#stopAt("failed");
    if (this.#acts?.hasActed === true) return this.#stopAt("touched the world");
    const isTouched = decisions.count > 0 || !schedule.isIdle || world.now() !== 0;
    if (isTouched) return this.#stopAt("touched the world");
    const isHeard = this.#input === undefined || this.#input.isHeard;
    const hasNews = isHeard && this.#parts.coverage?.map.hasNews === true;
    if (hasNews || this.#input?.isToken === true) return this.#stopAt("news");
    if (this.#input !== undefined) {
      this.#input.pass();
    } else {
      const log = this.#recorded?.log ?? [];
      this.#parts.strategy.learn(log, { verdict: "held", decisionsCount: log.length });
    }
    this.#count();
    return true;
  }

  #count(): void {
    this.#source = undefined;
    this.#passed += 1;
    this.#index += this.#order.stride;
    if (this.#passed % beatEach === 0) this.#order.onBeat(this.#index, this.#passed);
  }

  #stopAt(why: SkimStop["why"]): false {
    const source = this.#input === undefined ? this.#replay() : this.#source;
    this.#source = undefined;
    const hits = this.#input === undefined ? [] : (this.#parts.coverage?.map.newHits() ?? []);
    if (source !== undefined) this.#stop = { source, why, hits };
    return false;
  }

  #replay(): GivenSource {
    const simplest = new SimplestSource();
    return new ReplaySource(this.#recorded?.log ?? [], { atDrift: simplest, atEnd: simplest });
  }
}
