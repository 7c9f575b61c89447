import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { callText } from "./law-call.ts";
import {
  broken,
  held,
  heldTrivially,
  type LawCall,
  type LawFamily,
  type LawVerdict,
  none,
} from "./law.ts";
import { areTwins, leadsBack } from "./name-pairs.ts";
import { areModest } from "../calls/numbers.ts";
import { returnsOf } from "./output-laws.ts";
import { hasOutput, isRepeatable } from "./repeat-laws.ts";
import { sameValue } from "../calls/same-value.ts";
import { overlap, sortsOf } from "./sorts.ts";

/** Relations between two functions of a module. */
export const pairFamilies: readonly LawFamily[] = [
  {
    name: "round trip",
    about: "The other function, given what this one gave, gives the input back.",
    isRelation: true,
    isMeant: true,
    lawsOf: (plan, others) =>
      pairs(plan, others, (other) => leadsTo(plan, other) && leadsTo(other, plan)).map((other) => ({
        name: `round trip through ${other.name}`,
        isNamed: leadsBack(plan.name, other.name),
        evaluate: (call) => roundTrip(call, other),
      })),
  },
  {
    name: "commutes",
    about: "It does not matter which of the two functions comes first.",
    isRelation: true,
    isMeant: false,
    lawsOf: (plan, others) =>
      pairs(plan, others, (other) => isClosed(plan) && isClosed(other) && leadsTo(plan, other)).map(
        (other) => ({
          name: `commutes with ${other.name}`,
          evaluate: (call) => commutes(call, other),
        }),
      ),
  },
  {
    name: "equivalent",
    about: "The two functions give the same for the same arguments.",
    isRelation: true,
    isMeant: false,
    lawsOf: (plan, others) =>
      pairs(plan, others, (other) => hasSameParameters(plan, other)).map((other) => ({
        name: `equivalent to ${other.name}`,
        isMeant: areTwins(plan.name, other.name),
        isNamed: areTwins(plan.name, other.name),
        evaluate: (call) => equivalent(call, other),
      })),
  },
];

// --- inside ---

function pairs(
  plan: CallPlan,
  others: readonly CallPlan[],
  isPair: (other: CallPlan) => boolean,
): readonly CallPlan[] {
  const isUsable = (one: CallPlan): boolean =>
    hasOutput(one) && isRepeatable(one) && one.params.length > 0 && one.kind !== "method";
  if (!isUsable(plan)) return [];
  return others.filter((other) => other.name !== plan.name && isUsable(other) && isPair(other));
}

/** Whether a function can be called with one argument alone, which is not a list of all. */
function isUnary({ params }: CallPlan): boolean {
  const [first, ...rest] = params;
  if (first === undefined || first.isRest) return false;
  return rest.every((param) => param.isOptional || param.isRest);
}

function leadsTo(from: CallPlan, to: CallPlan): boolean {
  const [first] = to.params;
  if (first === undefined || !isUnary(from) || !isUnary(to)) return false;
  return overlap(returnsOf(from), sortsOf(first.shape, to.definitions));
}

function isClosed(plan: CallPlan): boolean {
  return leadsTo(plan, plan);
}

function hasSameParameters(one: CallPlan, other: CallPlan): boolean {
  const shapes = ({ params }: CallPlan): string =>
    JSON.stringify(params.map(({ shape, isOptional, isRest }) => [shape, isOptional, isRest]));
  return shapes(one) === shapes(other) && overlap(returnsOf(one), returnsOf(other));
}

async function roundTrip(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  if (call.outcome.kind === "threw") return none;
  const [input, ...rest] = call.args();
  const there = call.value();
  // What was given besides decides the way there, and nobody tells it to the way back.
  if (rest.some((arg) => arg !== undefined) || !areModest([input, there])) return none;
  if (!call.fits(0, there, other)) return none;
  const back = await call.callOther(other.name, [there]);
  if (back === undefined) return none;
  const first = callText(call.plan.name, [input], there);
  if (back.kind === "threw")
    return broken("the way back threw", `${first}, ${other.name} of that threw`);
  const same = sameValue(input, back.value);
  if (same === undefined) return none;
  if (same) return sameValue(input, there) === true ? heldTrivially : held;
  const shown = `${first}, ${other.name} of that gave ${literalText(back.value)}`;
  return broken("the way back did not lead to the input", shown);
}

async function commutes(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  if (call.outcome.kind === "threw") return none;
  const [input, ...rest] = call.args();
  const one = call.value();
  if (rest.some((arg) => arg !== undefined) || !areModest([input, one])) return none;
  if (!call.fits(0, one, other) || !call.fits(0, input, other)) return none;
  const otherOfOne = await call.callOther(other.name, [one]);
  const swapped = await call.callOther(other.name, [input]);
  if (otherOfOne?.kind !== "returned" || swapped?.kind !== "returned") return none;
  if (!call.fits(0, swapped.value)) return none;
  const oneOfOther = await call.call([swapped.value]);
  if (oneOfOther === undefined) return none;
  const same = sameValue(otherOfOne.value, oneOfOther.value);
  if (same === undefined) return none;
  const isTrivial = sameValue(input, one) === true || sameValue(input, swapped.value) === true;
  if (same) return isTrivial ? heldTrivially : held;
  const [f, g, x] = [call.plan.name, other.name, literalText(input)];
  const [gf, fg] = [literalText(otherOfOne.value), literalText(oneOfOther.value)];
  const shown = `${g}(${f}(${x})) gave ${gf}, ${f}(${g}(${x})) gave ${fg}`;
  return broken("the functions in another order gave another result", shown);
}

async function equivalent(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  if (call.outcome.kind === "threw") return none;
  const args = call.args();
  const second = await call.callOther(other.name, args);
  if (second?.kind !== "returned") return none;
  const same = sameValue(call.value(), second.value);
  if (same === undefined) return none;
  if (same) return held;
  const one = callText(call.plan.name, args, call.value());
  const shown = `${one}, ${callText(other.name, args, second.value)}`;
  return broken("the functions gave different results", shown);
}
