import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallOutcome, CallObservation } from "../../kernel/subject/call-test.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { conforms } from "../calls/conforms.ts";
import { copyValue } from "./copy-value.ts";
import type { LawCall, Returned } from "./law.ts";

/** A call as laws see it: what it gave is kept as it was, whatever later calls do to it. */
export function lawCall(seen: CallObservation): LawCall {
  const { plan, outcome } = seen;
  const first = outcome.kind === "returned" ? copyValue(outcome.value) : undefined;
  return {
    plan,
    outcome,
    args: () => [...seen.argsBefore()],
    given: () => seen.args,
    value: () => copyValue(first),
    call: async (args) => returnedOf(await seen.again(args.map(copyValue))),
    repeat: async () => await seen.again(),
    callOther: async (name, args) => await seen.callOther(name, args.map(copyValue)),
    draw: (parameter) => seen.draw(parameter),
    fits: (parameter, value, of = plan) => isOf(parameter, value, of),
  };
}

/** A call as it would be written, with what it gave: `clamp(3, 0) gave 3`. */
export function callText(name: string, args: readonly unknown[], given: unknown): string {
  return `${name}(${args.map(literalText).join(", ")}) gave ${literalText(given)}`;
}

// --- inside ---

function returnedOf(outcome: CallOutcome): Returned | undefined {
  return outcome.kind === "returned" ? { value: copyValue(outcome.value) } : undefined;
}

function isOf(parameter: number, value: unknown, { params, definitions }: CallPlan): boolean {
  const param = params[parameter];
  if (param === undefined || param.isRest) return false;
  if (value === undefined && param.isOptional) return true;
  return conforms(value, param.shape, { definitions }) === undefined;
}
