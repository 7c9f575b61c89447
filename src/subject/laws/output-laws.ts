import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { literalText } from "../../kernel/values/literal.ts";
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
import { areModest, numbersIn } from "../calls/numbers.ts";
import { type Sort, sortOf, type Sorts, sortsOf } from "./sorts.ts";
import { typeText } from "./type-text.ts";

/** Laws about what a call gives back, whatever it was given. */
export const outputFamilies: readonly LawFamily[] = [
  family("never null", "It gives back neither null nor undefined.", (plan) => {
    const sorts = returnsOf(plan);
    const isDeclared = !sorts.has("null") && !sorts.has("undefined");
    return [{ name: "never null", isDeclared, evaluate: claim(isThere, "it gave nothing back") }];
  }),
  family("no NaN", "No number in what it gives back is NaN.", () => [
    {
      name: "no NaN",
      evaluate: numbers((each) => each.every((one) => !Number.isNaN(one)), "it gave NaN"),
    },
  ]),
  family("finite", "Every number in what it gives back is finite.", () => [
    {
      name: "finite",
      evaluate: numbers((each) => each.every(Number.isFinite), "it gave NaN or Infinity"),
    },
  ]),
  family("output >= 0", "The number that it gives back is never negative.", (plan) =>
    ofSorts(plan, ["number", "bigint"], {
      name: "output >= 0",
      evaluate: outputAbout(
        ["number", "bigint"],
        (value) => Number(value) >= 0,
        "it gave less than 0",
      ),
    }),
  ),
  family("output in [0, 1]", "The number that it gives back is a share.", (plan) =>
    ofSorts(plan, ["number"], rangeLaw(0, 1)),
  ),
  family(
    "never empty",
    "Texts and collections that it gives back have something in them.",
    (plan) =>
      ofSorts(plan, sized, {
        name: "never empty",
        evaluate: outputAbout(sized, (value) => lengthOf(value) !== 0, "it gave something empty"),
      }),
  ),
  family(
    "output is sorted",
    "The list that it gives back ascends.",
    (plan) =>
      ofSorts(plan, ["array"], { name: "output is sorted", evaluate: (call) => sorted(call) }),
    { isMeant: true },
  ),
];

/** `output in [0, 100]`: numbers that it gives back lie between, both ends included. */
export function rangeLaw(low: number, high: number): LawDraft {
  const within = (value: unknown): boolean => Number(value) >= low && Number(value) <= high;
  return {
    name: `output in [${low}, ${high}]`,
    evaluate: outputAbout(["number", "bigint"], within, "it gave a number outside of the range"),
  };
}

/** `output length always 3`. */
export function lengthLaw(length: number): LawDraft {
  const problem = "it gave something of another length";
  return {
    name: `output length always ${length}`,
    evaluate: outputAbout(sized, (value) => lengthOf(value) === length, problem),
  };
}

/** `output type is number`. */
export function typeLaw(type: string): LawDraft {
  return {
    name: `output type is ${type}`,
    evaluate: claim((value) => typeText(value) === type, "it gave something of another type"),
  };
}

/** A claim about results of some sorts; what comes of numbers at the limits is nobody's doing. */
export function outputAbout(
  sorts: readonly Sort[],
  isTrue: (value: unknown) => boolean,
  problem: string,
): (call: LawCall) => LawVerdict {
  const judge = claim(isTrue, problem);
  return (call) => {
    const value = call.value();
    if (!sorts.includes(sortOf(value))) return none;
    return typeof value === "number" && !areModest(call.args()) ? none : judge(call);
  };
}

/** How many things are in a text or a collection; undefined where it is neither. */
export function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return sortOf(value) === "object" ? Object.keys(value as object).length : undefined;
}

/** The sorts of what a function gives back. */
export function returnsOf({ returns, definitions }: CallPlan): Sorts {
  return sortsOf(returns, definitions);
}

/** Sorts of values that have a length. */
export const sized: readonly Sort[] = ["string", "array", "set", "map", "object", "bytes"];

// --- inside ---

function family(
  name: string,
  sentence: string,
  lawsOf: LawFamily["lawsOf"],
  { isMeant = false }: { readonly isMeant?: boolean } = {},
): LawFamily {
  const hasOutput = ({ returns }: CallPlan): boolean =>
    !["void", "never", "undefined"].includes(returns.kind);
  return {
    name,
    about: sentence,
    isRelation: false,
    isMeant,
    lawsOf: (plan, others) => (hasOutput(plan) ? lawsOf(plan, others) : []),
  };
}

function ofSorts(plan: CallPlan, sorts: readonly Sort[], law: LawDraft): readonly LawDraft[] {
  const returns = returnsOf(plan);
  return sorts.some((sort) => returns.has(sort)) ? [law] : [];
}

function claim(
  isTrue: (value: unknown) => boolean,
  problem: string,
): (call: LawCall) => LawVerdict {
  return (call) => {
    if (call.outcome.kind === "threw") return none;
    const value = call.value();
    if (isTrue(value)) return held;
    return broken(problem, callText(call.plan.name, call.args(), value));
  };
}

function numbers(
  areRight: (each: readonly number[]) => boolean,
  problem: string,
): (call: LawCall) => LawVerdict {
  const judge = claim((value) => areRight(numbersIn(value)), problem);
  // What comes of NaN, Infinity and numbers at the limits is nobody's doing.
  return (call) =>
    numbersIn(call.value()).length === 0 || !areModest(call.args()) ? none : judge(call);
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const ordered: ReadonlySet<Sort> = new Set(["number", "string", "bigint", "date"]);

function sorted(call: LawCall): LawVerdict {
  const value = call.value();
  if (call.outcome.kind === "threw" || !Array.isArray(value) || value.length < 2) return none;
  const items: readonly unknown[] = value;
  const sort = sortOf(items[0]);
  const isAlike = items.every((item) => sortOf(item) === sort && !isNowhere(item));
  if (!ordered.has(sort) || !isAlike) return none;
  const at = items.findIndex((item, index) => index > 0 && isLess(item, items[index - 1]));
  if (at >= 0) {
    const [before, after] = [literalText(items[at - 1]), literalText(items[at])];
    const shown = callText(call.plan.name, call.args(), value);
    return broken("what it gave does not ascend", `${shown}: ${after} comes after ${before}`);
  }
  return isLess(items[0], items.at(-1)) ? held : heldTrivially;
}

function isNowhere(item: unknown): boolean {
  return (typeof item === "number" || item instanceof Date) && Number.isNaN(Number(item));
}

function isLess(first: unknown, second: unknown): boolean {
  return (first as number) < (second as number);
}
