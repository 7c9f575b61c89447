import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import { callText } from "./law-call.ts";
import { broken, held, type LawCall, type LawFamily, type LawVerdict, none } from "./law.ts";
import { isModest, sizeOf } from "../calls/numbers.ts";
import { padded, permuted, recased, reordered, withDuplicate } from "./near-values.ts";
import { perParameter, returnsOneOf, withArgument } from "./parameter-laws.ts";
import { hasOutput, isRepeatable } from "./repeat-laws.ts";
import { sameValue } from "../calls/same-value.ts";
import type { Sort } from "./sorts.ts";

/** Relations between two calls of a function whose arguments are related. */
export const relationFamilies: readonly LawFamily[] = [
  relation({
    name: "same output permuted",
    about: "The order of the list makes no difference.",
    claim: (param) => `same output when ${param} is permuted`,
    sorts: ["array"],
    change: permuted,
    holds: (before, after) => sameValue(before, after),
  }),
  relation({
    name: "output reordered permuted",
    about: "Another order of the list gives the same items, perhaps in another order.",
    claim: (param) => `output only reordered when ${param} is permuted`,
    sorts: ["array"],
    gives: ["array"],
    change: permuted,
    holds: (before, after) =>
      Array.isArray(before) && Array.isArray(after) && before.length > 1
        ? sameItems(before, after)
        : undefined,
  }),
  relation({
    name: "same output with duplicate",
    about: "An item that is in the list twice counts once.",
    claim: (param) => `same output with a duplicate in ${param}`,
    sorts: ["array"],
    change: withDuplicate,
    holds: (before, after) => sameValue(before, after),
  }),
  relation({
    name: "scales",
    about: "Twice the number gives twice the result.",
    claim: (param) => `output scales with ${param}`,
    sorts: ["number"],
    gives: ["number"],
    change: (value) =>
      typeof value === "number" && isModest(value) && value !== 0 ? [value * 2] : [],
    holds: (before, after) => isTwice(before, after),
  }),
  relation({
    name: "same output recased",
    about: "Upper and lower case make no difference.",
    claim: (param) => `same output whatever the case of ${param}`,
    sorts: ["string"],
    change: recased,
    holds: (before, after) => sameValue(before, after),
  }),
  relation({
    name: "same output padded",
    about: "Whitespace around the text makes no difference.",
    claim: (param) => `same output with whitespace around ${param}`,
    sorts: ["string"],
    change: padded,
    holds: (before, after) => sameValue(before, after),
  }),
  relation({
    name: "same output reordered",
    about: "The order of keys makes no difference.",
    claim: (param) => `same output whatever the key order of ${param}`,
    sorts: ["object"],
    change: reordered,
    holds: (before, after) => sameValue(before, after),
  }),
];

// --- inside ---

interface Relation {
  readonly name: string;
  readonly about: string;
  readonly claim: (param: string) => string;
  /** What the parameter must take. */
  readonly sorts: readonly Sort[];
  /** What the function must give, where that matters. */
  readonly gives?: readonly Sort[];
  /** Other arguments that are related to one. */
  readonly change: (value: unknown) => readonly unknown[];
  /** Whether the results are related as they should be; undefined where that cannot be told. */
  readonly holds: (before: unknown, after: unknown) => boolean | undefined;
}

function relation(about: Relation): LawFamily {
  const isPossible = (plan: CallPlan): boolean =>
    hasOutput(plan) &&
    isRepeatable(plan) &&
    (about.gives === undefined || returnsOneOf(plan, about.gives));
  return {
    name: about.name,
    about: about.about,
    isRelation: true,
    isMeant: false,
    lawsOf: (plan) =>
      isPossible(plan)
        ? perParameter(plan, about.sorts, (param: ParamPlan, at) => ({
            name: about.claim(param.name),
            evaluate: (call) => related(call, at, about),
          }))
        : [],
  };
}

async function related(
  call: LawCall,
  at: number,
  { change, holds }: Relation,
): Promise<LawVerdict> {
  if (call.outcome.kind === "threw") return none;
  const args = call.args();
  const before = call.value();
  let isSeen = false;
  for (const other of change(args[at])) {
    if (!call.fits(at, other) || sameOrder(args[at], other)) continue;
    const changed = withArgument(args, at, other);
    const after = await call.call(changed);
    const isRelated = after === undefined ? undefined : holds(before, after.value);
    if (isRelated === false) {
      const { name } = call.plan;
      const shown = `${callText(name, args, before)}, ${callText(name, changed, after?.value)}`;
      return broken("related arguments gave unrelated results", shown);
    }
    isSeen ||= isRelated === true;
  }
  return isSeen ? held : none;
}

/** Whether a changed list is the same list after all; the order of keys is a change. */
function sameOrder(value: unknown, other: unknown): boolean {
  return Array.isArray(value) && sameValue(value, other) !== false;
}

function sameItems(before: readonly unknown[], after: readonly unknown[]): boolean | undefined {
  return sameValue(new Set(before.map(boxed)), new Set(after.map(boxed)));
}

/** Sets drop what is there twice; what is boxed stays. */
function boxed(value: unknown): readonly [unknown] {
  return [value];
}

function isTwice(before: unknown, after: unknown): boolean | undefined {
  if (typeof before !== "number" || typeof after !== "number") return undefined;
  if (!isModest(before) || !isModest(after)) return undefined;
  return sameValue(before * 2, after, sizeOf(before, after));
}
