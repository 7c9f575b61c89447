import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { failureFrom } from "../../kernel/failure/failure.ts";
import {
  type AnyFuzzOptions,
  anotherLabel,
  fuzzLengthMax,
  type FuzzTest,
  inputLabel,
} from "../../kernel/subject/fuzz-test.ts";
import type {
  ActsSeen,
  DeclaredInput,
  DirectInput,
  RunContext,
  Subject,
} from "../../kernel/subject/subject.ts";
import type { RunSettings } from "../../kernel/trace/trace.ts";
import { bytesToHex } from "../../kernel/values/bytes.ts";
import { literalText } from "../../kernel/values/literal-text.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { type Detector, detectorsWithout, watchEvidence } from "../detectors/index.ts";
import { inputArbitrary } from "./input-arbitrary.ts";
import { type JudgedRun, judgeInput, type JudgeOutcome } from "./judge-input.ts";

/** Makes a fuzz test runnable: a run draws one input and calls the user's function with it. */
export function fuzzSubject({ options }: FuzzTest): Subject {
  const { name } = options;
  const on = detectorsWithout(options.detectors?.off ?? []);
  const input = declaredInput(options, on);
  const direct = { ...directInput(options, input), ...(on.length > 0 ? { watch } : {}) };
  return {
    name,
    declared: { operations: [name], faults: [], properties: [], input },
    direct,
    run: (context) =>
      runInputs(inputsMax, { name, on, direct, context, lengthMax: input.lengthMax }),
  };
}

// --- inside ---

/** A run of a sequence has at most so many inputs. */
const inputsMax = 5_000;

/**
 * So many blocks of code may be entered for one input: some hundredths of a second, far below the
 * time after which a process counts as hanging.
 */
const workMax = 5_000_000;

interface InputRun extends JudgedRun {
  readonly name: string;
}

/** What inputs ask of the world before it is known which of them becomes a run. */
function watch(): ActsSeen {
  return watchEvidence(undefined);
}

/** One input mostly; a run that shows what state does has those before it as well. */
function runInputs(most: number, run: InputRun): void | Promise<void> {
  for (let left = most; left > 0; left--) {
    const hasMore = runOne(run);
    if (typeof hasMore !== "boolean") {
      return hasMore.then((isNext) => (isNext ? runInputs(left - 1, run) : undefined));
    }
    if (!hasMore) return;
  }
}

/** Runs one input; whether another one follows. */
function runOne(run: InputRun): boolean | Promise<boolean> {
  const { name, direct, context } = run;
  const { decisions, state, meter, world, settings } = context;
  const input = direct.draw(decisions, settings);
  if (state.journal.isKept) state.begin(name, `${callName(name)}(${literalText(input)})`);
  else state.begin(name);
  if (meter !== undefined) {
    meter.work = 0;
    meter.workMax = direct.workMax;
  }
  const judge = judgeInput(run, input);
  let result: unknown;
  try {
    result = direct.call(input, world);
  } catch (thrown) {
    return endThrown(thrown, run, judge);
  }
  if (!isThenable(result)) {
    endWork(run);
    const another = new Another(context);
    judge({ kind: "returned", value: result }, () => !another.follows && isUntouched(context));
    return another.follows;
  }
  return Promise.resolve(result).then(
    (value) => {
      endWork(run);
      judge({ kind: "returned", value });
      return new Another(context).follows;
    },
    (thrown: unknown) => endThrown(thrown, run, judge),
  );
}

function endThrown(thrown: unknown, run: InputRun, judge: JudgeOutcome): boolean {
  const { direct, context } = run;
  const isRefusal = direct.isMeant(thrown, context.settings);
  endWork(run);
  const another = new Another(context);
  judge({ kind: "threw", thrown }, () => isRefusal && !another.follows && isUntouched(context));
  if (!isRefusal) throw thrown;
  return another.follows;
}

/** Whether another input follows, drawn when it is first asked; none does after a failure. */
class Another {
  readonly #context: RunContext;
  #answer: boolean | undefined;

  constructor(context: RunContext) {
    this.#context = context;
  }

  get follows(): boolean {
    const { state, decisions } = this.#context;
    this.#answer ??= state.failure === undefined && decisions.chance(anotherLabel, 0);
    return this.#answer;
  }
}

/** Whoever only reads the clock has done nothing; what is asked of the world is seen elsewhere. */
function isUntouched({ schedule }: RunContext): boolean {
  return schedule.isIdle;
}

/** Ends an input; one for which too much was done has broken the run, whatever came of it. */
function endWork({ name, context }: Pick<InputRun, "name" | "context">): void {
  const { state, meter } = context;
  const isOver = meter !== undefined && meter.work > meter.workMax;
  if (isOver) {
    const place = meter.busiest();
    const where = place === undefined ? "" : `, going round at ${place.file}:${place.line}`;
    const property = `${name} ends`;
    state.note("note", property, `stopped after ${blocks} blocks of code${where}`);
    const problem = new TooMuchWork(`it was stopped after ${blocks} blocks of code`);
    const sameAs = `too much work ${place?.file ?? ""}`;
    state.judgeFailure("invariant", { ...failureFrom("property", problem, property), sameAs });
  }
  if (meter !== undefined) meter.workMax = Number.POSITIVE_INFINITY;
  state.end(name);
}

const blocks = workMax.toLocaleString("en");

/** The code did not end by itself; its stack is ours, because the code was stopped anywhere. */
class TooMuchWork extends Error {
  override readonly name: string = "TooMuchWork";
}

/** A story tells a call as it would be written; a name with blanks is none that can be called. */
function callName(name: string): string {
  return /^[\w$.]+$/u.test(name) ? name : "run";
}

function directInput(options: AnyFuzzOptions, { kind, lengthMax }: DeclaredInput): DirectInput {
  const { run, setup, input = "bytes", name } = options;
  const call: DirectInput["call"] =
    setup === undefined
      ? (data) => run(data, undefined)
      : (data, world) => {
          const state = setup(world);
          return isThenable(state)
            ? Promise.resolve(state).then((made) => run(data, made))
            : run(data, state);
        };
  if (kind === "value") {
    const arbitrary = inputArbitrary(input as object, name);
    const draw = (decisions: Decisions): unknown => decisions.value(inputLabel, arbitrary);
    return { draw, of: (bytes) => bytes, call, isMeant, workMax };
  }
  const of = kind === "text" ? textOf : (bytes: Uint8Array): unknown => bytes;
  return {
    draw: (decisions, { inputLengthMax = lengthMax }) =>
      of(decisions.bytes(inputLabel, { lengthMax: inputLengthMax })),
    of,
    call,
    isMeant,
    workMax,
  };
}

/** A stack that is too deep is never meant, and what stopped the code is ours. */
function isMeant(thrown: unknown, { mayThrow = false }: RunSettings): boolean {
  if (!mayThrow) return false;
  return !(thrown instanceof RangeError && /call stack/iu.test(thrown.message));
}

/** What is no UTF-8 becomes U+FFFD, so that any file is an input. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}

function declaredInput(
  { input = "bytes", lengthMax = fuzzLengthMax, seeds = [], dictionary = [] }: AnyFuzzOptions,
  on: readonly Detector[],
): DeclaredInput {
  const kind = input === "bytes" || input === "text" ? input : "value";
  const tokens = on.flatMap((detector) => detector.tokens.map(hexOf));
  return { kind, lengthMax, seeds: seeds.map(hexOf), dictionary: dictionary.map(hexOf), tokens };
}

function hexOf(piece: string | Uint8Array): string {
  return bytesToHex(typeof piece === "string" ? Buffer.from(piece, "utf8") : piece);
}
