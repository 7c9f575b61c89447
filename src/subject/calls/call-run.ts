import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallOutcome, CallObservation } from "../../kernel/subject/call-test.ts";
import { Caller } from "./caller.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import { chosenOverload } from "./chosen-overload.ts";
import { compareWork, type TriedCall } from "./compare-work.ts";
import { doubtfulValue, doubtsOf } from "./doubts.ts";
import { Drawing } from "./draw-arguments.ts";
import { judgeCall } from "./judge-call.ts";
import { judgeEndless, judgeWork } from "./judge-work.ts";
import { makeValue, type Steps, UnmadeError, walk } from "./maker.ts";
import { type MeteredCall, MeteredCalls } from "./metered-calls.ts";
import type { PreparedCall } from "./prepare-target.ts";
import { prototypeKeys } from "./pollution.ts";
import { Receiver } from "./receiver.ts";
import { workLimitOf } from "./work-limit.ts";

/** One run: a call of a function, or calls on one instance of a class. */
export class CallRun {
  readonly #parts: CallRunParts;
  readonly #caller: Caller;
  readonly #drawing: Drawing;
  readonly #metered: MeteredCalls;

  constructor(parts: CallRunParts) {
    this.#parts = parts;
    this.#caller = new Caller(parts);
    this.#drawing = new Drawing(parts.definition, parts.context.decisions);
    this.#metered = new MeteredCalls(parts, this.#caller);
  }

  run(): void | Promise<void> {
    return walk(this.#run());
  }

  *#run(): Steps<void> {
    const { prepared, context } = this.#parts;
    const { target, calls } = prepared;
    const { decisions } = context;
    const [only] = calls;
    if (only === undefined) return;
    if (target.receiver === undefined && this.#parts.definition.options.object === undefined) {
      const call = calls.length === 1 ? only : decisions.pick("call", calls);
      yield* this.#call(call, undefined);
      return;
    }
    const receiver = new Receiver(this.#parts, this.#drawing, this.#caller.making);
    try {
      if (!(yield* receiver.make())) return;
      if (target.harness === "fresh") {
        yield* this.#call(calls.length === 1 ? only : decisions.pick("call", calls), receiver);
      } else yield* this.#callOn(receiver);
    } finally {
      yield* receiver.tearDown();
    }
  }

  /** Calls one method after the other, each in a span of its own, until it was enough. */
  *#callOn(receiver: Receiver): Steps<void> {
    const { prepared, context } = this.#parts;
    const { decisions, state, settings } = context;
    const { calls } = prepared;
    for (let left = settings.stepsPerRun; left > 0; left--) {
      if (state.failure !== undefined) return;
      decisions.open("step");
      try {
        const isFirst = left === settings.stepsPerRun;
        // As in a chaos test: every length is equally likely, and a step can be deleted whole.
        if (!isFirst && !decisions.chance("more", 1 - 1 / (left + 1))) return;
        const call = calls.length === 1 ? calls[0] : decisions.pick("call", calls);
        if (call !== undefined) yield* this.#call(call, receiver);
      } finally {
        decisions.close();
      }
    }
  }

  *#call(call: PreparedCall, receiver: Receiver | undefined): Steps<void> {
    const { definition, context } = this.#parts;
    const { state } = context;
    const { plan } = call;
    const sizeBefore = this.#drawing.size;
    const drawn = yield* this.#drawing.ofCall(call);
    const size = this.#drawing.size - sizeBefore;
    const keep = (definition.options.judges?.length ?? 0) > 0;
    const pristine = keep ? this.#drawing.copies(drawn) : drawn;
    let args: readonly unknown[];
    try {
      args = yield* this.#caller.make(call, drawn);
    } catch (thrown) {
      if (!(thrown instanceof UnmadeError)) throw thrown;
      state.refused("unmade", plan.name, thrown.message);
      return;
    }
    if (state.journal.isKept) {
      for (const doubt of doubtsOf(drawn)) state.note("note", doubtfulValue, doubt);
      state.begin(plan.name, this.#caller.text(plan, drawn, receiver));
    } else state.begin(plan.name);
    const plans = this.#parts.prepared.calls.map((one) => one.plan);
    // Before the call, which may change what it is given.
    const declaredBy = chosenOverload(plan, plans, args);
    const before = prototypeKeys();
    const limit = workLimitOf(this.#drawing.size);
    const { max } = limit;
    const { outcome, isOver } = yield* this.#metered.invoke(plan, args, { receiver, max });
    if (isOver) {
      yield* this.#tooMuch(call, { limit, receiver, drawn, size });
      return;
    }
    const { isCut } = this.#caller.asking;
    const seen = this.#seen(call, { args, outcome, receiver, drawn: pristine, max });
    const { frames } = context;
    yield* judgeCall(seen, { definition, state, before, frames, declaredBy });
    if (isCut && limit.input === "small" && plan.stated?.isEndless !== true) {
      yield* this.#askOn(call, { limit, receiver, drawn: pristine, size });
    }
    state.settle();
  }

  /** Where there were more items than were asked for, calls once more and asks for all. */
  *#askOn(call: PreparedCall, asked: Omit<TriedCall, "call">): Steps<void> {
    const { definition, context } = this.#parts;
    const { state, meter } = context;
    if (state.failure !== undefined || meter === undefined) return;
    const caller = this.#caller;
    caller.asking = { isToTheEnd: true, isCut: false };
    try {
      const comparing = { caller, metered: this.#metered, drawing: this.#drawing };
      const evidence = yield* compareWork({ call, ...asked }, comparing);
      const { options } = definition;
      if (evidence === "others do little") judgeEndless(call.plan, { state, options });
    } finally {
      caller.asking = { isToTheEnd: false, isCut: false };
    }
  }

  *#tooMuch(call: PreparedCall, over: Omit<TriedCall, "call">): Steps<void> {
    const { definition, context } = this.#parts;
    const { state, meter } = context;
    const busiest = meter?.busiest();
    const comparing = { caller: this.#caller, metered: this.#metered, drawing: this.#drawing };
    const evidence = yield* compareWork({ call, ...over }, comparing);
    const { options } = definition;
    judgeWork(call.plan, { limit: over.limit, evidence, busiest }, { state, options });
    state.settle();
  }

  #seen(
    call: PreparedCall,
    parts: {
      readonly args: readonly unknown[];
      readonly outcome: CallOutcome;
      readonly receiver: Receiver | undefined;
      readonly drawn: readonly unknown[];
      readonly max: number;
    },
  ): CallObservation {
    const { plan } = call;
    const { args, outcome, receiver, drawn, max } = parts;
    const invoke = (one: CallPlan, given: readonly unknown[]): CallOutcome | Promise<CallOutcome> =>
      walk(this.#outcome(this.#metered.invoke(one, given, { receiver, max })));
    const argsBefore = (): readonly unknown[] => {
      const made = walk(this.#caller.make(call, this.#drawing.copies(drawn)));
      if (made instanceof Promise) throw new UnmadeError("arguments must be waited for", undefined);
      return made;
    };
    return {
      plan,
      args,
      outcome,
      receiver: receiver?.value,
      argsBefore,
      again: (others) => invoke(plan, others ?? argsBefore()),
      others: this.#parts.prepared.calls.map((one) => one.plan).filter((one) => one !== plan),
      callOther: (name, others) => {
        const other = this.#parts.prepared.calls.find((one) => one.plan.name === name);
        if (other === undefined) throw new RangeError(`there is no call ${name}`);
        return invoke(other.plan, others);
      },
      draw: (at) => {
        const param = call.params[at];
        if (param === undefined) throw new RangeError(`there is no parameter ${at}`);
        return walk(this.#drawOne(call, at));
      },
    };
  }

  *#outcome(metered: Steps<MeteredCall>): Steps<CallOutcome> {
    return (yield* metered).outcome;
  }

  *#drawOne(call: PreparedCall, at: number): Steps<unknown> {
    const [drawn] = yield* this.#drawing.ofParams(call.params.slice(at, at + 1), call.plan.name);
    return yield* makeValue(drawn, this.#caller.making);
  }
}
