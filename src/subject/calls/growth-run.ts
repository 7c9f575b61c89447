import type { CallRunParts } from "./call-run-parts.ts";
import { Caller } from "./caller.ts";
import { countBuiltins } from "./count-builtins.ts";
import { Drawing } from "./draw-arguments.ts";
import { canGrow, type Growing, growing } from "./growing-value.ts";
import { type Growth, growthOf, type Measured } from "./growth-fit.ts";
import { CallProblem } from "./judge-call.ts";
import { type Steps, walk } from "./maker.ts";
import type { PreparedCall, PreparedTarget } from "./prepare-target.ts";
import { Receiver } from "./receiver.ts";

/** The sizes that are tried, each twice the last. */
const sizes = [8, 16, 32, 64, 128, 256, 512, 1_024, 2_048];

/** One call may do so much; a call that would do more is cut off. */
const workMax = 2_000_000;

/** Once all calls together did so much, no larger size is tried. */
const workTotalMax = 3_000_000;

/** Builtins that go back and forth in a text show in no counter, only in that nothing ends. */
const longTextLength = 50_000;

/** The calls whose work can be measured: something that they are given can grow. */
export function growable({ calls }: PreparedTarget): readonly PreparedCall[] {
  return calls.filter(({ params }) => params.some(({ plan }) => canGrow(plan.name, plan.shape)));
}

/** The claim that is judged. */
export function growthProperty(name: string): string {
  return `${name} does not grow faster than n log n`;
}

/**
 * One run that calls with larger and larger inputs and counts what the code does for each. What
 * it counts is the same in every run, so it replays and shrinks like any other.
 */
export class GrowthRun {
  readonly #parts: CallRunParts;
  readonly #caller: Caller;
  readonly #drawing: Drawing;

  constructor(parts: CallRunParts) {
    this.#parts = parts;
    this.#caller = new Caller(parts);
    this.#drawing = new Drawing(parts.definition, parts.context.decisions);
  }

  run(): void | Promise<void> {
    return walk(this.#run());
  }

  *#run(): Steps<void> {
    const { prepared, context } = this.#parts;
    const { decisions } = context;
    const calls = growable(prepared);
    if (calls.length === 0 || context.meter === undefined) return;
    const call = decisions.pick("call", calls);
    const isOn = prepared.target.receiver !== undefined && call.plan.kind === "method";
    const receiver = isOn
      ? new Receiver(this.#parts, this.#drawing, this.#caller.making)
      : undefined;
    try {
      if (receiver !== undefined && !(yield* receiver.make())) return;
      yield* this.#grow(call, receiver);
    } finally {
      if (receiver !== undefined) yield* receiver.tearDown();
    }
  }

  *#grow(call: PreparedCall, receiver: Receiver | undefined): Steps<void> {
    const { definition, context } = this.#parts;
    const { decisions, state } = context;
    const { plan } = call;
    const options = plan.params.filter(({ name, shape }) => canGrow(name, shape));
    const param = decisions.pick("grows", options);
    const at = plan.params.indexOf(param);
    const drawn = yield* this.#drawing.ofCall(call);
    const { modules } = definition;
    const value = growing(param, decisions, { definitions: plan.definitions, modules });
    if (value === undefined) return;
    this.#caller.learn(value.makers);
    const call_ = { call, receiver, drawn, at, value };
    const shown = state.journal.isKept ? this.#text(call_) : undefined;
    state.begin(plan.name, shown);
    const measured = yield* this.#measureAll(call_);
    const growth = growthOf(measured);
    state.end(plan.name, "done", growth === undefined ? undefined : workText(measured));
    const name = growthProperty(plan.name);
    if (growth === undefined) state.judge("invariant", name, true);
    else state.judgeThrown("invariant", name, new CallProblem(growthText(growth, value.measure)));
    if (growth === undefined && value.isText) yield* this.#once(call_, longTextLength);
  }

  *#measureAll(given: GrownCall): Steps<readonly Measured[]> {
    const measured: Measured[] = [];
    let total = 0;
    for (const size of sizes) {
      if (total > workTotalMax) break;
      const work = yield* this.#once(given, size);
      if (work === undefined) break; // it refuses, and would refuse more of the same
      total += work;
      const isCut = work > workMax;
      measured.push({ size, work, isCut });
      if (isCut) break;
    }
    return measured;
  }

  /** How much one call did; undefined where it threw. */
  *#once({ call, receiver, drawn, at, value }: GrownCall, size: number): Steps<number | undefined> {
    const { meter } = this.#parts.context;
    if (meter === undefined) return undefined;
    const given = this.#drawing.copies(drawn).with(at, value.ofSize(size));
    const args = yield* this.#caller.make(call, given);
    meter.work = 0;
    meter.workMax = workMax;
    const stop = countBuiltins((amount) => (meter.work += amount));
    try {
      const outcome = yield* this.#caller.invoke(call.plan, args, receiver);
      return outcome.kind === "returned" || meter.work > workMax ? meter.work : undefined;
    } finally {
      stop();
      meter.workMax = Number.POSITIVE_INFINITY;
    }
  }

  #text({ call, receiver, drawn, at, value }: GrownCall): string {
    return this.#caller.text(call.plan, drawn.with(at, value.ofSize(3)), receiver);
  }
}

// --- inside ---

interface GrownCall {
  readonly call: PreparedCall;
  readonly receiver: Receiver | undefined;
  readonly drawn: readonly unknown[];
  /** Which of the arguments grows. */
  readonly at: number;
  readonly value: Growing;
}

function growthText(growth: Growth, measure: string): string {
  const { from, to } = growth.over;
  const how =
    growth.kind === "exponential" ? "exponentially" : `like n^${growth.exponent.toFixed(1)}`;
  return `grows ${how}: ${measure} ${from} → ${to}`;
}

function workText(measured: readonly Measured[]): string {
  const shown = measured.filter((_, at) => at % 2 === 0 || at === measured.length - 1);
  return shown
    .map(({ size, work, isCut }) => `${size}: ${isCut ? "more than " : ""}${work} steps`)
    .join(", ");
}
