import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import type { DirectInput, RunContext, Subject } from "../../kernel/subject/subject.ts";
import { startCounting, type TriedInput } from "../../search/fuzz/sequence-source.ts";
import type { Hit } from "../../search/guidance/guided-state.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import { isThenable } from "../../subject/drive/simulation-subject.ts";
import type { Execute } from "../loop/drain.ts";
import { inMacrotask } from "../loop/macrotask.ts";
import type { RunMaker } from "./run-maker.ts";

/** What an input did that it does not do by itself. */
export interface SequenceDoubt {
  /** What was tried in the same instance of the modules before it. */
  readonly before: readonly TriedInput[];
  readonly input: TriedInput;
  /** What it reached, in blocks; empty where it failed. */
  readonly hits: readonly Hit[];
}

/** What inputs are tried with once more. */
export interface SequenceParts {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly coverage?: Coverage | undefined;
  /** Called between two tries, which may take long. */
  readonly onTry: () => void;
}

/**
 * Finds out which of the inputs before one are needed for what it did: first how many, then which
 * of these. Undefined where all of them together do not bring it about again.
 */
export async function findSequence(
  { before, input, hits }: SequenceDoubt,
  parts: SequenceParts,
): Promise<readonly TriedInput[] | undefined> {
  let left = inputsMax;
  const isShown = async (inputs: readonly TriedInput[]): Promise<boolean> => {
    left -= inputs.length + 1;
    parts.onTry();
    // From a macrotask of its own: inside a microtask a run is not drained.
    return inMacrotask(() => showsAgain([...inputs, input], hits, parts));
  };
  let needed: readonly TriedInput[] | undefined;
  for (let count = firstCount; needed === undefined; count *= growth) {
    const last = before.slice(-count);
    if (left < last.length) return undefined;
    if (await isShown(last)) needed = last;
    else if (last.length === before.length) return undefined;
  }
  for (let size = Math.ceil(needed.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let end = needed.length; end > 0; end -= size) {
      if (left <= 0) break;
      const fewer: readonly TriedInput[] = needed.toSpliced(Math.max(0, end - size), size);
      if (await isShown(fewer)) needed = fewer;
    }
  }
  return [...needed, input];
}

// --- inside ---

/** At first so many inputs are tried before the one in question, then so many times more. */
const firstCount = 4;
const growth = 4;
/** So many inputs are run for one question. */
const inputsMax = 20_000;

/** Whether the last of some inputs fails, or reaches what it is said to reach, after the others. */
async function showsAgain(
  inputs: readonly TriedInput[],
  hits: readonly Hit[],
  { maker, execute, coverage }: SequenceParts,
): Promise<boolean> {
  const { request } = maker.make({ source: new SimplestSource() });
  const retry = new SequenceRetry(inputs, coverage);
  const retried = (made: Subject): Subject => ({
    ...made,
    run: (context) => (made.direct === undefined ? undefined : retry.run(context, made.direct)),
  });
  await execute({
    ...request,
    subject: () => {
      const made = request.subject();
      return made instanceof Promise ? made.then(retried) : retried(made);
    },
  });
  return hits.length === 0 ? retry.hasFailed : retry.hasReached(hits);
}

/** Calls the user's function with inputs as a run does, and writes nothing down. */
class SequenceRetry {
  readonly #inputs: readonly TriedInput[];
  readonly #coverage: Coverage | undefined;
  #at = 0;
  #hasEnded = false;
  /** Whether the last one failed, and none before it. */
  hasFailed = false;

  constructor(inputs: readonly TriedInput[], coverage: Coverage | undefined) {
    this.#inputs = inputs;
    this.#coverage = coverage;
  }

  hasReached(hits: readonly Hit[]): boolean {
    const { map } = this.#coverage ?? {};
    return this.#hasEnded && hits.every(([slot]) => map?.hasReached(slot, 1) === true);
  }

  run(context: RunContext, direct: DirectInput): void | Promise<void> {
    while (!this.#hasEnded) {
      const result = this.#call(context, direct);
      if (isThenable(result)) {
        return Promise.resolve(result)
          .then(undefined, (thrown: unknown) => this.#hear(thrown, context, direct))
          .then(() => this.#end(context, direct))
          .then(() => this.run(context, direct));
      }
      this.#end(context, direct);
    }
  }

  #call(context: RunContext, direct: DirectInput): unknown {
    const { meter, settings, world } = context;
    const tried = this.#inputs[this.#at];
    if (meter !== undefined) {
      meter.work = 0;
      meter.workMax = direct.workMax;
    }
    const input = inputFrom(tried ?? [], direct, settings);
    startCounting(this.#coverage);
    try {
      return direct.call(input, world);
    } catch (thrown) {
      this.#hear(thrown, context, direct);
      return undefined;
    }
  }

  #hear(thrown: unknown, { settings }: RunContext, direct: DirectInput): void {
    if (direct.isMeant(thrown, settings)) return;
    this.hasFailed = this.#at === this.#inputs.length - 1;
    this.#hasEnded = true;
  }

  #end({ meter, state }: RunContext, { workMax }: DirectInput): void {
    const isOver = meter !== undefined && meter.work > workMax;
    if (!this.#hasEnded && (isOver || state.failure !== undefined)) {
      this.hasFailed = this.#at === this.#inputs.length - 1;
      this.#hasEnded = true;
    }
    this.#at += 1;
    if (this.#at >= this.#inputs.length) this.#hasEnded = true;
    if (this.#hasEnded && meter !== undefined) meter.workMax = Number.POSITIVE_INFINITY;
  }
}

function inputFrom(
  tried: TriedInput,
  direct: DirectInput,
  settings: RunContext["settings"],
): unknown {
  // The code may change what it is given.
  if (tried instanceof Uint8Array) return direct.of(tried.slice());
  const simplest = new SimplestSource();
  const source = new ReplaySource(tried, { atDrift: simplest, atEnd: simplest });
  return direct.draw(new RecordedDecisions(source), settings);
}
