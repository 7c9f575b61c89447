import type { CallOutcome, CallSeen } from "../../kernel/call-test.ts";
import { Caller } from "./caller.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import { chosenOverload } from "./chosen-overload.ts";
import { doubtfulValue, doubtsOf } from "./doubts.ts";
import { Drawing } from "./draw-arguments.ts";
import { judgeCall } from "./judge-call.ts";
import { makeValue, type Steps, UnmadeError, walk } from "./maker.ts";
import type { PreparedCall } from "./prepare-target.ts";
import { prototypeKeys } from "./pollution.ts";
import { Receiver } from "./receiver.ts";

/** One run: a call of a function, or calls on one instance of a class. */
export class CallRun {
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
    const drawn = yield* this.#drawing.ofCall(call);
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
    const outcome = yield* this.#caller.invoke(plan, args, receiver);
    const seen = this.#seen(call, { args, outcome, receiver, drawn: pristine });
    yield* judgeCall(seen, {
      definition,
      state,
      before,
      frames: context.frames,
      declaredBy,
    });
    state.settle();
  }

  #seen(
    call: PreparedCall,
    parts: {
      readonly args: readonly unknown[];
      readonly outcome: CallOutcome;
      readonly receiver: Receiver | undefined;
      readonly drawn: readonly unknown[];
    },
  ): CallSeen {
    const { plan } = call;
    const { args, outcome, receiver, drawn } = parts;
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
      again: (others) => walk(this.#caller.invoke(plan, others ?? argsBefore(), receiver)),
      others: this.#parts.prepared.calls.map((one) => one.plan).filter((one) => one !== plan),
      callOther: (name, others) => {
        const other = this.#parts.prepared.calls.find((one) => one.plan.name === name);
        if (other === undefined) throw new RangeError(`there is no call ${name}`);
        return walk(this.#caller.invoke(other.plan, others, receiver));
      },
      draw: (at) => {
        const param = call.params[at];
        if (param === undefined) throw new RangeError(`there is no parameter ${at}`);
        return walk(this.#drawOne(call, at));
      },
    };
  }

  *#drawOne(call: PreparedCall, at: number): Steps<unknown> {
    const [drawn] = yield* this.#drawing.ofParams(call.params.slice(at, at + 1), call.plan.name);
    return yield* makeValue(drawn, this.#caller.making);
  }
}
