import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallOutcome } from "../../kernel/subject/call-test.ts";
import type { Caller } from "./caller.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import type { Steps } from "./maker.ts";
import type { Receiver } from "./receiver.ts";
import { outputSize } from "./work-limit.ts";

/** A call, and what it did in blocks entered and items given back. */
export interface MeteredCall {
  readonly outcome: CallOutcome;
  readonly work: number;
  /** Whether it was stopped, or gave back more than it may. */
  readonly isOver: boolean;
}

/** Makes calls that are stopped when they do more than they may. */
export class MeteredCalls {
  readonly #parts: CallRunParts;
  readonly #caller: Caller;

  constructor(parts: CallRunParts, caller: Caller) {
    this.#parts = parts;
    this.#caller = caller;
  }

  *invoke(
    plan: CallPlan,
    args: readonly unknown[],
    { receiver, max }: { readonly receiver: Receiver | undefined; readonly max: number },
  ): Steps<MeteredCall> {
    const { meter } = this.#parts.context;
    if (meter === undefined) {
      const outcome = yield* this.#caller.invoke(plan, args, receiver);
      return { outcome, work: 0, isOver: false };
    }
    meter.work = 0;
    meter.workMax = max;
    try {
      const outcome = yield* this.#caller.invoke(plan, args, receiver);
      const given = outcome.kind === "returned" ? outputSize(outcome.value) : 0;
      const work = meter.work + given;
      // Code may have caught the error that stopped it: what was counted says it.
      const isOver = work > max;
      return { outcome: isOver ? stopped : outcome, work, isOver };
    } finally {
      meter.workMax = Number.POSITIVE_INFINITY;
    }
  }
}

// --- inside ---

/** What a call that was stopped gave is nothing that a claim can be judged by. */
const stopped: CallOutcome = {
  kind: "threw",
  thrown: undefined,
  expected: "it was stopped: too much work",
};
