import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import type { Caller } from "./caller.ts";
import { conforms } from "./conforms.ts";
import type { Drawing } from "./draw-arguments.ts";
import type { WorkEvidence } from "./judge-work.ts";
import { type Steps, UnmadeError } from "./maker.ts";
import type { MeteredCall, MeteredCalls } from "./metered-calls.ts";
import type { PreparedCall } from "./prepare-target.ts";
import type { Receiver } from "./receiver.ts";
import { inputSize, lightShare, type WorkLimit } from "./work-limit.ts";

/** A call that did too much. */
export interface TriedCall {
  readonly call: PreparedCall;
  readonly receiver: Receiver | undefined;
  readonly drawn: readonly unknown[];
  readonly limit: WorkLimit;
  /** How large the arguments were before the call. */
  readonly size: number;
}

/**
 * Calls again to learn what is to blame for too much work. Some functions do much for every input,
 * by a constant of their own or by what a parameter is when it is left out, and some only the first
 * time. Neither is so where the same call does too much again, and one with a single argument that
 * is another and no smaller does little. Nothing is drawn for it: a smaller call would otherwise
 * take more decisions than a larger one, and not be taken for the smaller.
 */
export function* compareWork(
  tried: TriedCall,
  parts: {
    readonly caller: Caller;
    readonly metered: MeteredCalls;
    readonly drawing: Drawing;
  },
): Steps<WorkEvidence> {
  const { call, receiver, drawn, limit, size } = tried;
  // A method depends on what was called before, and what has changed its arguments on them.
  const isComparable = call.plan.kind !== "method" && inputSize(drawn) === size;
  if (limit.input === "large" || !isComparable) return "unclear";
  const { max } = limit;
  function* made(values: readonly unknown[]): Steps<MeteredCall> {
    const args = yield* parts.caller.make(call, parts.drawing.copies(values));
    return yield* parts.metered.invoke(call.plan, args, { receiver, max });
  }
  let isCompared = false;
  try {
    if (!(yield* made(drawn)).isOver) return "others do as much";
    for (const values of variants(drawn, call.plan)) {
      const { outcome, work } = yield* made(values);
      const isLight = work <= max * lightShare;
      if (outcome.kind === "returned" && isLight) return "others do little";
      isCompared ||= outcome.kind === "returned" || !isLight;
    }
  } catch (thrown) {
    if (!(thrown instanceof UnmadeError)) throw thrown;
  }
  return isCompared ? "others do as much" : "unclear";
}

// --- inside ---

const variantsMax = 6;

/** The same arguments with one of them another, and no smaller. */
function variants(drawn: readonly unknown[], plan: CallPlan): readonly (readonly unknown[])[] {
  const { params, definitions } = plan;
  const fits = (value: unknown, { shape }: ParamPlan): boolean =>
    conforms(value, shape, { definitions }) === undefined;
  // From the last on: what comes first is more often what is worked on than how.
  const all = [...params.entries()].toReversed().flatMap(([at, param]) =>
    othersOf(drawn[at])
      .filter((value) => fits(value, param))
      .map((value) => drawn.with(at, value)),
  );
  return all.slice(0, variantsMax);
}

/** What is left out, or an object in which something is, may stand for a large number. */
function othersOf(value: unknown): readonly unknown[] {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? [Math.abs(value) + 1, Math.abs(value) + 7] : [];
    case "bigint":
      return [(value < 0n ? -value : value) + 1n];
    case "string":
      return [`${value}a`, `${value} b, ${value}`];
    case "boolean":
      return [!value];
    default:
      return Array.isArray(value) && value.length > 0 ? [[...value, ...value]] : [];
  }
}
