import { type Failure, failureFrom } from "../../kernel/failure/failure.ts";
import type { DirectInput, RunContext } from "../../kernel/subject/subject.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import {
  type CountedWork,
  detect,
  type Detector,
  type InputOutcome,
  watchEvidence,
  watchPatterns,
} from "../detectors/index.ts";

/** What an input is judged with. */
export interface JudgedRun {
  readonly on: readonly Detector[];
  readonly direct: DirectInput;
  readonly context: RunContext;
  /** How long inputs may be, as the test says. */
  readonly lengthMax: number;
}

/**
 * Judges how an input came out. Whether others like it may be tried is asked only where nothing
 * was found without: one that failed anyway is not tried so, nor one that others come after, for
 * which it would leave another state.
 */
export type JudgeOutcome = (outcome: InputOutcome, mayMeasure?: () => boolean) => void;

/**
 * Watches one input of a recorded run from now on. What is found breaks the run, as a property that
 * is called as the detector is.
 */
export function judgeInput(
  { on, direct, context, lengthMax: own }: JudgedRun,
  input: unknown,
): JudgeOutcome {
  const { state } = context;
  state.onRejected = (failure) => (on.some(isOfRejections) ? named(failure) : undefined);
  const watch = watchEvidence(input);
  // One that never settles is not judged, and leaves nothing replaced.
  context.atEnd?.(watch.stop);
  return (outcome, mayMeasure = never) => {
    watch.stop();
    const builtins = context.lookAtShared?.();
    const { inputLengthMax: lengthMax = own } = context.settings;
    if (state.failure !== undefined) return;
    const evidence = (measure?: ReturnType<typeof measureOf>): Evidence =>
      watch.evidence(outcome, { builtins, measure, lengthMax });
    // Those that only look come first; one finding says enough.
    const found =
      detect(on, evidence())[0] ??
      (mayMeasure() ? detect(on, evidence(measureOf(direct, context)))[0] : undefined);
    if (found === undefined) return;
    const property = `${prefix}${found.detector}`;
    const problem = new DetectedError(`${found.problem}: ${found.shown}`);
    const failure = failureFrom("property", problem, property);
    state.judgeFailure("invariant", { ...failure, sameAs: found.problem });
  };
}

// --- inside ---

const prefix = "detector: ";

const rejections = "unhandled-rejection";

function isOfRejections({ name }: Detector): boolean {
  return name === rejections;
}

/**
 * A rejection is told where it arrives: after the input, when nobody has handled it. Reasons quote
 * the input, so that its class and its place tell one from another.
 */
function named(failure: Failure): Failure {
  const sameAs = "a promise was rejected and nobody handled it";
  return { ...failure, property: `${prefix}${rejections}`, sameAs };
}

/** What a detector found; it stands for the error that the code did not throw. */
class DetectedError extends Error {
  override readonly name: string = "DetectedError";
}

type Evidence = Parameters<Detector["judge"]>[0];

function never(): boolean {
  return false;
}

/** So much may be done to see how work grows before anything else was done. */
const measuredFree = 10_000_000;
/** What it costs to begin, in blocks. */
const measureCost = 2_000;

/** So many blocks are as good as without end. */
const blocksMax = 1_000_000;

/** Runs other inputs and counts, as long as they are as pure as the one that is judged. */
function measureOf(
  direct: DirectInput,
  context: RunContext,
): ((input: string | Uint8Array) => CountedWork | undefined) | undefined {
  const { meter } = context;
  if (meter === undefined) return undefined;
  if (meter.isSparing && meter.measured > measuredFree + meter.tried) return undefined;
  const known = new Map<string, CountedWork>();
  let isPure = true;
  return (input) => {
    const key = typeof input === "string" ? input : Buffer.from(input).toString("latin1");
    const before = known.get(key);
    if (before !== undefined || !isPure) return before;
    const { work, isTouched } = meter.aside(() => counted(direct, context, input));
    meter.measured += work.blocks + measureCost;
    for (const { steps } of work.patterns) meter.measured += steps;
    if (isTouched) isPure = false;
    else known.set(key, work);
    return isPure ? work : undefined;
  };
}

function counted(
  direct: DirectInput,
  { meter, schedule, decisions, world }: RunContext,
  input: string | Uint8Array,
): { readonly work: CountedWork; readonly isTouched: boolean } {
  const decided = decisions.count;
  const patterns = watchPatterns();
  let result: unknown;
  if (meter !== undefined) {
    meter.work = 0;
    meter.workMax = blocksMax;
  }
  try {
    result = direct.call(input, world);
  } catch {
    // One that refuses it has done its work before.
  } finally {
    patterns.stop();
  }
  const isTouched = isThenable(result) || !schedule.isIdle || decisions.count > decided;
  return { work: { blocks: meter?.work ?? 0, patterns: patterns.seen() }, isTouched };
}
