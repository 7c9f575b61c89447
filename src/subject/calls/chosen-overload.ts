import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { conforms } from "./conforms.ts";

/**
 * The overload that arguments choose: the first that takes them, as a caller's compiler would
 * have it. What was drawn for a later one may be what an earlier one declares.
 */
export function chosenOverload(
  plan: CallPlan,
  plans: readonly CallPlan[],
  args: readonly unknown[],
): CallPlan {
  const overloads = plans.filter((one) => isSameCall(one, plan));
  if (overloads.length < 2) return plan;
  return overloads.find((one) => takes(one, args)) ?? plan;
}

// --- inside ---

function isSameCall(one: CallPlan, other: CallPlan): boolean {
  if (one.kind !== other.kind || one.from.module !== other.from.module) return false;
  return one.from.path.join("\0") === other.from.path.join("\0");
}

function takes({ params, definitions }: CallPlan, args: readonly unknown[]): boolean {
  const fits = (value: unknown, { shape, isOptional }: ParamPlan): boolean =>
    (value === undefined && isOptional) ||
    (!isLonger(value, shape) && conforms(value, shape, { definitions }) === undefined);
  const rest = params.find(({ isRest }) => isRest);
  const single = params.filter(({ isRest }) => !isRest);
  if (args.length > single.length && rest === undefined) return false;
  if (!single.every((param, at) => fits(args[at], param))) return false;
  return rest === undefined || fits(args.slice(single.length), rest);
}

/** A list with more items than `[T]` has is none: it chooses the overload for longer ones. */
function isLonger(value: unknown, shape: Shape): boolean {
  if (shape.kind !== "tuple" || shape.rest !== undefined || !Array.isArray(value)) return false;
  return value.length > shape.items.length;
}
