import type { CallPlan } from "../../kernel/call-plan.ts";
import type { CallOutcome, CallSeen } from "../../kernel/call-test.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import { codeText } from "./code-text.ts";
import { doubtfulValue, doubtsOf } from "./doubts.ts";
import { Drawing } from "./draw-arguments.ts";
import { whyExpected } from "./expected-throw.ts";
import { argumentList, construct, exportAt } from "./instance-maker.ts";
import { judgeCall } from "./judge-call.ts";
import { makeValue, type Making, type Steps, UnmadeError, walk } from "./maker.ts";
import type { PreparedCall } from "./prepare-target.ts";
import { prototypeKeys } from "./pollution.ts";
import { Receiver } from "./receiver.ts";
import { iterated } from "./iterate-result.ts";

/** One run: a call of a function, or calls on one instance of a class. */
export class CallRun {
  readonly #parts: CallRunParts;
  readonly #making: Making;
  readonly #drawing: Drawing;

  constructor(parts: CallRunParts) {
    this.#parts = parts;
    const { prepared, definition, context } = parts;
    this.#making = {
      world: context.world,
      decisions: context.decisions,
      modules: definition.modules,
      makers: prepared.makers,
      stubCalls: 0,
      hasSignal: false,
    };
    this.#drawing = new Drawing(definition, context.decisions);
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
    const receiver = new Receiver(this.#parts, this.#drawing, this.#making);
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
      args = yield* this.#make(plan, drawn);
    } catch (thrown) {
      if (!(thrown instanceof UnmadeError)) throw thrown;
      state.refused("unmade", plan.name, thrown.message);
      return;
    }
    if (state.journal.isKept) {
      for (const doubt of doubtsOf(drawn)) state.note("note", doubtfulValue, doubt);
      state.begin(plan.name, this.#text(plan, drawn, receiver));
    } else state.begin(plan.name);
    const before = prototypeKeys();
    const outcome = yield* this.#invoke(plan, args, receiver);
    const seen = this.#seen(call, { args, outcome, receiver, drawn: pristine });
    yield* judgeCall(seen, { definition, state, before, frames: context.frames });
    state.settle();
  }

  *#make(plan: CallPlan, drawn: readonly unknown[]): Steps<readonly unknown[]> {
    const values = (yield* makeValue(drawn, this.#making)) as readonly unknown[];
    return argumentList(values, plan.params);
  }

  *#invoke(
    plan: CallPlan,
    args: readonly unknown[],
    receiver: Receiver | undefined,
  ): Steps<CallOutcome> {
    const { definition, context } = this.#parts;
    try {
      const result = this.#apply(plan, args, receiver);
      const value = isThenable(result) ? yield result : result;
      return { kind: "returned", value: yield* iterated(value, plan.returns) };
    } catch (thrown) {
      const expected = whyExpected(thrown, {
        plan,
        preconditions: definition.options.expectedPreconditions ?? [],
        frames: context.frames,
        making: this.#making,
      });
      return { kind: "threw", thrown, expected };
    }
  }

  #apply(plan: CallPlan, args: readonly unknown[], receiver: Receiver | undefined): unknown {
    const { modules } = this.#parts.definition;
    if (plan.kind === "constructor")
      return construct({ ...plan, how: "constructor" }, args, modules);
    if (plan.kind === "method" && receiver !== undefined) {
      const method = receiver.method(plan.from.path.at(-1) ?? "");
      return Reflect.apply(method, receiver.value, args) as unknown;
    }
    const { value, owner } = exportAt(plan.from, modules);
    if (typeof value !== "function") {
      throw new UnmadeError(
        `\`${plan.from.path.join(".")}\` of ${plan.from.module} is no function`,
        undefined,
      );
    }
    return Reflect.apply(value, owner, args) as unknown;
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
      const made = walk(this.#make(plan, this.#drawing.copies(drawn)));
      if (made instanceof Promise) throw new UnmadeError("arguments must be waited for", undefined);
      return made;
    };
    return {
      plan,
      args,
      outcome,
      receiver: receiver?.value,
      argsBefore,
      again: (others) => walk(this.#invoke(plan, others ?? argsBefore(), receiver)),
      others: this.#parts.prepared.calls.map((one) => one.plan).filter((one) => one !== plan),
      callOther: (name, others) => {
        const other = this.#parts.prepared.calls.find((one) => one.plan.name === name);
        if (other === undefined) throw new RangeError(`there is no call ${name}`);
        return walk(this.#invoke(other.plan, others, receiver));
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
    return yield* makeValue(drawn, this.#making);
  }

  /** The call as it would be written: `cart.add({sku: "a"}, 2)`. */
  #text(plan: CallPlan, drawn: readonly unknown[], receiver: Receiver | undefined): string {
    const { makers } = this.#parts.prepared;
    const args = argumentList(drawn, plan.params).map((value) => codeText(value, makers));
    const name = plan.from.path.at(-1) ?? plan.name;
    const written =
      plan.kind === "method" && receiver !== undefined ? `${receiver.variable}.${name}` : plan.name;
    const before = plan.kind === "constructor" ? "new " : "";
    return `${plan.isAsync ? "await " : before}${written}(${args.join(", ")})`;
  }
}
