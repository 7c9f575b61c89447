import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import { callText } from "./law-call.ts";
import {
  broken,
  held,
  heldTrivially,
  type LawCall,
  type LawDraft,
  type LawFamily,
  type LawVerdict,
  none,
} from "./law.ts";
import { lengthOf, returnsOf, sized } from "./output-laws.ts";
import { hasOutput, isRepeatable } from "./repeat-laws.ts";
import { sameValue } from "../calls/same-value.ts";
import { type Sort, sortOf, sortsOf } from "./sorts.ts";
import { typeText } from "./type-text.ts";

/** Laws about how the output depends on one parameter. */
export const parameterFamilies: readonly LawFamily[] = [
  {
    name: "preserves type",
    about: "What it gives back is of the type of its first argument.",
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) => {
      const [first] = plan.params;
      // Where the parameter takes one type only, the types say it all.
      if (first === undefined || sortsOf(first.shape, plan.definitions).size < 2) return [];
      return hasOutput(plan) ? [{ name: "preserves type", evaluate: preservesType }] : [];
    },
  },
  {
    name: "null in -> null out",
    about: "Null or undefined for its first parameter gives null or undefined back.",
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) => {
      const [first] = plan.params;
      if (first === undefined || first.isOptional || !hasOutput(plan)) return [];
      const sorts = sortsOf(first.shape, plan.definitions);
      const isNullable = sorts.has("null") || sorts.has("undefined");
      return isNullable ? [{ name: "null in -> null out", evaluate: nullToNull }] : [];
    },
  },
  monotoneFamily("non-decreasing", 1),
  monotoneFamily("non-increasing", -1),
  ...(["==", "<=", ">="] as const).map(lengthFamily),
  {
    name: "output subset",
    about: "Everything in what it gives back was in that parameter.",
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) =>
      returnsOneOf(plan, ["array", "set"])
        ? perParameter(plan, ["array", "set"], ({ name }, at) => ({
            name: `output subset of ${name}`,
            evaluate: (call) => subset(call, at),
          }))
        : [],
  },
];

/** A law for each parameter that takes values of one of these sorts. */
export function perParameter(
  plan: CallPlan,
  sorts: readonly Sort[],
  make: (param: ParamPlan, at: number) => LawDraft,
): readonly LawDraft[] {
  return plan.params.flatMap((param, at) => {
    const takes = sortsOf(param.shape, plan.definitions);
    return !param.isRest && sorts.some((sort) => takes.has(sort)) ? [make(param, at)] : [];
  });
}

/** Whether a function may give back a value of one of these sorts. */
export function returnsOneOf(plan: CallPlan, sorts: readonly Sort[]): boolean {
  const returns = returnsOf(plan);
  return sorts.some((sort) => returns.has(sort));
}

/** The arguments of a call with one of them changed. */
export function withArgument(args: readonly unknown[], at: number, value: unknown): unknown[] {
  return args.map((arg, index) => (index === at ? value : arg));
}

// --- inside ---

const ordered: ReadonlySet<Sort> = new Set(["number", "bigint", "string", "date"]);

function preservesType(call: LawCall): LawVerdict {
  if (call.outcome.kind === "threw") return none;
  const [first] = call.args();
  const value = call.value();
  if (typeText(first) === typeText(value)) return held;
  const shown = callText(call.plan.name, call.args(), value);
  return broken("what it gave is of another type than its argument", shown);
}

function nullToNull(call: LawCall): LawVerdict {
  const [first] = call.args();
  if (call.outcome.kind === "threw" || (first !== null && first !== undefined)) return none;
  const value = call.value();
  if (value === null || value === undefined) return held;
  return broken("nothing in gave something out", callText(call.plan.name, call.args(), value));
}

function monotoneFamily(name: string, direction: 1 | -1): LawFamily {
  const way = direction === 1 ? "smaller" : "larger";
  return {
    name,
    about: `A larger value of that parameter, all else equal, never gives a ${way} result.`,
    isRelation: false,
    isMeant: true,
    lawsOf: (plan) =>
      isRepeatable(plan) && returnsOneOf(plan, ["number", "bigint", "date"])
        ? perParameter(plan, ["number", "bigint", "date"], (param, at) => ({
            name: `${name} in ${param.name}`,
            evaluate: (call) => monotone(call, at, direction),
          }))
        : [],
  };
}

async function monotone(call: LawCall, at: number, direction: 1 | -1): Promise<LawVerdict> {
  const { plan } = call;
  const args = call.args();
  const other = call.draw(at);
  if (call.outcome.kind === "threw" || !isOrdered(args[at], other)) return none;
  const moved = withArgument(args, at, other);
  const second = await call.call(moved);
  const value = call.value();
  if (second === undefined || !isOrdered(value, second.value, true)) return none;
  if (sameValue(value, second.value) === true) return heldTrivially;
  const isUp = isLess(args[at], other) === isLess(value, second.value);
  if (isUp === (direction === 1)) return held;
  const shown = `${callText(plan.name, args, value)}, ${callText(plan.name, moved, second.value)}`;
  return broken("a larger argument moved the result the other way", shown);
}

/** Whether two values can be put in order; numbers at their limits say little about others. */
function isOrdered(first: unknown, second: unknown, mayBeSame = false): boolean {
  const sort = sortOf(first);
  if (sort !== sortOf(second) || !ordered.has(sort)) return false;
  if (![first, second].every(isPlaced)) return false;
  return mayBeSame || isLess(first, second) || isLess(second, first);
}

/** NaN, the infinities and invalid dates have no place in an order that says anything. */
function isPlaced(value: unknown): boolean {
  const isMeasure = typeof value === "number" || value instanceof Date;
  return !isMeasure || Number.isFinite(Number(value));
}

function isLess(first: unknown, second: unknown): boolean {
  return (first as number) < (second as number);
}

function lengthFamily(sign: "==" | "<=" | ">="): LawFamily {
  const words = { "==": "as long as", "<=": "at most as long as", ">=": "at least as long as" };
  return {
    name: `len(output) ${sign}`,
    about: `What it gives back is ${words[sign]} that parameter.`,
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) =>
      returnsOneOf(plan, sized)
        ? perParameter(plan, sized, ({ name }, at) => ({
            name: `len(output) ${sign} len(${name})`,
            evaluate: (call) => compareLengths(call, at, sign),
          }))
        : [],
  };
}

function compareLengths(call: LawCall, at: number, sign: "==" | "<=" | ">="): LawVerdict {
  if (call.outcome.kind === "threw") return none;
  const value = call.value();
  const [output, input] = [lengthOf(value), lengthOf(call.args()[at])];
  if (output === undefined || input === undefined) return none;
  const isTrue =
    sign === "==" ? output === input : sign === "<=" ? output <= input : output >= input;
  if (!isTrue) {
    const shown = callText(call.plan.name, call.args(), value);
    return broken("what it gave is not of that length", shown);
  }
  return input === 0 && sign !== ">=" ? heldTrivially : output === 0 ? heldTrivially : held;
}

function subset(call: LawCall, at: number): LawVerdict {
  const value = call.value();
  const input = call.args()[at];
  if (call.outcome.kind === "threw" || !isMany(value) || !isMany(input)) return none;
  const pool = [...input];
  const output = [...value];
  let isClear = true;
  for (const item of output) {
    const found = new Set(pool.map((one) => sameValue(item, one)));
    if (found.has(true)) continue;
    if (!found.has(undefined)) {
      const shown = callText(call.plan.name, call.args(), value);
      return broken("it gave something that was not in its argument", shown);
    }
    isClear = false;
  }
  return !isClear ? none : output.length === 0 ? heldTrivially : held;
}

function isMany(value: unknown): value is readonly unknown[] | ReadonlySet<unknown> {
  return Array.isArray(value) || value instanceof Set;
}
