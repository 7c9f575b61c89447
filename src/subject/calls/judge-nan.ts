import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallObservation } from "../../kernel/subject/call-test.ts";
import { areModest } from "./numbers.ts";

/** What every call is held to, after its name: numbers that are numbers give such numbers. */
export const noNaN = "gives no NaN for finite numbers";

/**
 * Whether NaN came of finite numbers. Only calls are judged that were given nothing else: a text
 * that is not a number may well be NaN. So are those whose documentation speaks of NaN.
 */
export function isNaNFromNumbers({ plan, args, outcome }: CallObservation): boolean {
  if (outcome.kind !== "returned" || !Number.isNaN(outcome.value)) return false;
  return isMeantForNumbers(plan) && areNumbers(args, 0) && areModest(args);
}

// --- inside ---

function isMeantForNumbers({ params, stated }: CallPlan): boolean {
  return params.length > 0 && stated?.mentionsNaN !== true;
}

const depthMax = 8;

function areNumbers(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "boolean" || typeof value === "bigint") return true;
  if (value === undefined || value === null) return true;
  if (typeof value !== "object" || depth > depthMax || value instanceof Date) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(value).every((part) => areNumbers(part, depth + 1));
}
