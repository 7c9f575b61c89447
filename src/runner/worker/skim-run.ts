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
import type { TriedInputs } from "./tried-inputs.ts";

/** What inputs are tried with. */
export interface SkimRunParts {
  readonly strategy: Strategy;
  readonly coverage?: Coverage | undefined;
  readonly onDecision?: ((decision: Decision) => void) | undefined;
  /** Where inputs are remembered that were run in one instance of the modules. */
  readonly tried: TriedInputs;
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
  readonly why: "news" | "failed" | "touched the world" | "sequence";
  /** What looked new. */
  readonly hits: readonly Hit[];
  /** The blocks of these that no input had entered before. */
  readonly firsts: readonly Hit[];
}

/** How many inputs brought nothing, and the one after them, if it needs a whole run. */
export interface Skimmed {
  readonly passed: number;
  readonly stop: SkimStop | undefined;
}

/** Tries inputs in one instance of the modules. */
export class SkimRun {
  readonly #parts: SkimRunParts;
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
  #current: unknown;
  /** How many of those before the input at hand were run. */
  #led = 0;
  #prefix: readonly Uint8Array[] = noPrefix;

  constructor(parts: SkimRunParts, order: SkimOrder) {
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
    while (this.#passed < most && this.#work < workMax && this.#stop === undefined) {
      if (this.#source === undefined) this.#current = this.#next(direct, context.settings);
      if (this.#source === undefined) continue;
      const isLed = this.#led < this.#prefix.length;
      if (meter !== undefined) meter.work = 0;
      let result: unknown;
      try {
        result = direct.call(isLed ? this.#lead(direct) : this.#current, world);
      } catch (thrown) {
        if (!isLed && !direct.isMeant(thrown, context.settings)) {
          this.#stopAt("failed");
          return;
        }
      }
      if (isThenable(result)) return this.#wait(result, isLed);
      if (isLed) this.#endLed(context);
      else if (!this.#end(context)) return;
    }
  }

  /** The next of those that come before the input at hand. */
  #lead(direct: DirectInput): unknown {
    const bytes = this.#prefix[this.#led] ?? noBytes;
    this.#led += 1;
    this.#parts.tried.push(bytes);
    return direct.of(bytes.slice());
  }

  #endLed({ meter }: RunContext): void {
    this.#work += meter?.work ?? 0;
    if (this.#led < this.#prefix.length) return;
    this.#input?.begin();
    this.#take();
  }

  /** Remembers the input at hand, in case that those after it depend on it. */
  #take(): void {
    const { tried } = this.#parts;
    if (this.#input !== undefined) tried.push(this.#input.input);
    else if (this.#recorded !== undefined) tried.push(this.#recorded.log);
  }

  async #wait(result: PromiseLike<unknown>, isLed: boolean): Promise<void> {
    try {
      await result;
    } catch (thrown) {
      const { settings } = this.#context ?? {};
      if (isLed) return this.#goOnLed();
      if (settings === undefined || this.#direct?.isMeant(thrown, settings) !== true) {
        this.#stopAt("failed");
        return;
      }
    }
    if (isLed) return this.#goOnLed();
    if (this.#context !== undefined && this.#end(this.#context)) return this.#goOn();
  }

  #goOnLed(): void | Promise<void> {
    if (this.#context !== undefined) this.#endLed(this.#context);
    return this.#goOn();
  }

  /** The next input; without a source where none could be drawn. */
  #next(direct: DirectInput, settings: RunContext["settings"]): unknown {
    const { strategy, onDecision } = this.#parts;
    const source = strategy.next(this.#index);
    this.#source = source;
    if (this.#input !== undefined) {
      this.#led = 0;
      this.#prefix = this.#input.prefix;
      if (this.#input.isSequence) return this.#stopAt("sequence");
      const bytes = this.#input.input;
      if (this.#prefix.length === 0) this.#parts.tried.push(bytes);
      onDecision?.({ kind: "bytes", label: inputLabel, value: bytesToHex(bytes) });
      return direct.of(bytes);
    }
    if (source === undefined) return undefined;
    const { wantsLiterals: keepsLiterals } = source;
    this.#recorded = new RecordedDecisions(source, { keepsLiterals, onDecision });
    try {
      const input = direct.draw(this.#recorded, settings);
      this.#take();
      return input;
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
      meter.tried += work + callCost;
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
    const { map } = this.#parts.coverage ?? {};
    const hits = this.#input === undefined || map === undefined ? [] : map.newHits();
    const firsts = hits.filter(([slot]) => map?.isBlock(slot) === true && !map.isKnown(slot));
    if (source !== undefined) this.#stop = { source, why, hits, firsts };
    return false;
  }

  #replay(): GivenSource {
    const simplest = new SimplestSource();
    return new ReplaySource(this.#recorded?.log ?? [], { atDrift: simplest, atEnd: simplest });
  }
}

// --- inside ---

/** So many inputs share one instance of the modules. */
const inputsMax = 4_096;
/** Together they may enter so many blocks: what is counted is the same on every machine. */
const workMax = 20_000_000;
/** What it costs to try an input that does nothing, in blocks. */
const callCost = 100;
/** After so many inputs the clock is looked at. */
const beatEach = 256;

const noBytes: Uint8Array = new Uint8Array();
const noPrefix: readonly Uint8Array[] = [];
