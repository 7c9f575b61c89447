import type { Decision } from "../../kernel/decisions/decision.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import type { Subject } from "../../kernel/subject/subject.ts";
import { InputStrategy } from "../../search/fuzz/input-strategy.ts";
import {
  sequenceOf,
  sequenceSource,
  startCounting,
  type TriedInput,
} from "../../search/fuzz/sequence-source.ts";
import type { Hit } from "../../search/guidance/guided-state.ts";
import type { GivenSource, Strategy } from "../../search/strategy.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import type { Execute } from "../loop/drain.ts";
import type { RunRequest } from "../loop/run-request.ts";
import type { RunMaker } from "./run-maker.ts";
import { findSequence, type SequenceDoubt } from "./sequence-search.ts";
import { type Skimmed, type SkimOrder, SkimRun, type SkimStop } from "./skim-run.ts";
import { TriedInputs } from "./tried-inputs.ts";

/** What inputs are tried with. */
export interface SkimParts {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly strategy: Strategy;
  readonly coverage?: Coverage | undefined;
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

/**
 * Tries inputs by calling the user's function, thousands of times in what is one run to the rest of
 * the house: one world, one instance of the modules. As long as nothing is asked of that world the
 * inputs know nothing of each other but what the code itself keeps. What looks new, fails or asks
 * something of the world is left to a whole run of its own, and only that is judged. Where that run
 * shows nothing, those of the inputs before that it takes are looked for, and run with it.
 */
export class Skimmer {
  readonly #parts: SkimParts;
  #touchedInRow = 0;
  #resting = 0;
  readonly #tried = new TriedInputs();
  #doubt: Doubt | undefined;
  readonly #vain = { news: 0, failed: 0 };

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
    if (this.#doubt !== undefined) return this.#clear(this.#doubt, order);
    const { maker, execute, coverage } = this.#parts;
    this.#tried.clear();
    const run = new SkimRun({ ...this.#parts, tried: this.#tried }, order);
    const { request } = maker.make({ source: new SimplestSource() });
    const direct = (made: Subject): Subject => ({
      ...made,
      run: (context) => run.run(context, made),
    });
    const end = (): Skimmed => {
      startCounting(coverage);
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

  /** Executes a whole run; how work grows is measured in it as long as inputs do as much. */
  execute(request: RunRequest): ReturnType<Execute> {
    const { execute, maker } = this.#parts;
    const { meter } = maker;
    if (meter === undefined) return execute(request);
    meter.isSparing = true;
    try {
      return execute(request);
    } finally {
      meter.isSparing = false;
    }
  }

  /** Hears how the whole run came out. */
  hear(stop: SkimStop, outcome: RunOutcome): void {
    const { why, hits } = stop;
    this.#doubt = this.#doubtOf(stop, outcome);
    if (this.#doubt === undefined) this.#disregard(hits);
    this.#touchedInRow = why === "touched the world" ? this.#touchedInRow + 1 : 0;
    if (this.#touchedInRow < touchedMax) return;
    this.#touchedInRow = touchedMax - 1; // one try, and then again a rest
    this.#resting = restLength;
  }

  #disregard(hits: readonly Hit[]): void {
    const { strategy } = this.#parts;
    if (hits.length > 0 && strategy instanceof InputStrategy) strategy.disregard(hits);
  }

  /** Whether an input did by itself what it had done among others. */
  #doubtOf({ why, hits: all, firsts }: SkimStop, { verdict }: RunOutcome): Doubt | undefined {
    if (verdict !== "held" || (why !== "news" && why !== "failed")) return undefined;
    if (this.#vain[why] >= vainMax) return undefined;
    const { map } = this.#parts.coverage ?? {};
    const missed = why === "failed" ? [] : firsts.filter(([slot]) => !map?.hasReached(slot, 1));
    if (why === "news" && missed.length === 0) return undefined;
    const before = this.#tried.list();
    const input = before.at(-1);
    if (input === undefined || before.length < 2) return undefined;
    return { why, all, before: before.slice(0, -1), input, hits: missed };
  }

  /** Looks which inputs it takes; where it finds them, they are run together. */
  async #clear(doubt: Doubt, { from, onBeat }: SkimOrder): Promise<Skimmed> {
    this.#doubt = undefined;
    const { why, all } = doubt;
    const inputs = await findSequence(doubt, { ...this.#parts, onTry: () => onBeat(from, 0) });
    this.#vain[why] = inputs === undefined ? this.#vain[why] + 1 : 0;
    if (inputs === undefined) {
      this.#disregard(all);
      return { passed: 0, stop: undefined };
    }
    const source = this.#sourceOf(inputs);
    return { passed: 0, stop: { source, why: "sequence", hits: all, firsts: [] } };
  }

  #sourceOf(inputs: readonly TriedInput[]): GivenSource {
    const { strategy, coverage } = this.#parts;
    if (strategy instanceof InputStrategy) return strategy.takeSequence(inputs);
    return sequenceSource(sequenceOf(inputs), coverage);
  }
}

// --- inside ---

/** What an input did among others and not by itself. */
interface Doubt extends SequenceDoubt {
  readonly why: "news" | "failed";
  /** All that looked new. */
  readonly all: readonly Hit[];
}

/** After so many inputs in a row that asked something of the world, each gets a run at once. */
const touchedMax = 16;
/** For so many runs. */
const restLength = 512;
/** After so many searches in vain for the inputs that one needs, none are made any more. */
const vainMax = 16;
