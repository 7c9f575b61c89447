import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { failureFrom } from "../../kernel/failure/failure.ts";
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
import { UnmadeError } from "../calls/maker.ts";
import { sameValue } from "../calls/same-value.ts";
import { StubSpentError } from "../calls/stub-maker.ts";
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
        // Of two that do the same, one is told.
        isMeant:
          areTwins(plan.name, other.name) &&
          (plan.name < other.name || !hasSameParameters(other, plan)),
        isNamed: areTwins(plan.name, other.name),
        evaluate: (call) => equivalent(call, other),
      })),
  },
  {
    name: "as an older version",
    about: "It gives what an older version of the package, which is installed, gives.",
    isRelation: true,
    isMeant: true,
    lawsOf: (plan, others) =>
      others
        .filter((other) => other.olderOf === plan.name && hasOutput(plan) && isRepeatable(plan))
        .map((other) => ({
          name: `equivalent to ${other.name}`,
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
    hasOutput(one) && isRepeatable(one) && one.params.length > 0 && one.olderOf === undefined;
  // Methods change what they belong to: only names say that two of them are to agree.
  const isNamed = (other: CallPlan): boolean =>
    leadsBack(plan.name, other.name) || areTwins(plan.name, other.name);
  if (!isUsable(plan)) return [];
  return others.filter(
    (other) =>
      other.name !== plan.name &&
      (other.kind === "method") === (plan.kind === "method") &&
      isUsable(other) &&
      isPair(other) &&
      (plan.kind !== "method" || isNamed(other)),
  );
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
  if (!overlap(returnsOf(one), returnsOf(other))) return false;
  const shapes = ({ params }: CallPlan): string[] =>
    params.map(({ shape, isOptional, isRest }) => JSON.stringify([shape, isOptional, isRest]));
  const [own, others] = [shapes(one), shapes(other)];
  if (own.length === others.length) return own.every((shape, at) => shape === others[at]);
  // Of two that do the same by their names, the second may take more, if it need not.
  const isMore = other.params.slice(own.length).every(({ isOptional }) => isOptional);
  return areTwins(one.name, other.name) && isMore && own.every((shape, at) => shape === others[at]);
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
  const { plan, outcome } = call;
  const args = call.args();
  const isNamed = areTwins(plan.name, other.name) || other.olderOf !== undefined;
  // A method may have changed its object: only where it says the same again is that excluded.
  if (plan.kind === "method" && !(await saysAgain(call))) return none;
  if (outcome.kind === "threw") {
    return isNamed && isError(outcome.thrown) ? throwsAlone(call, other) : none;
  }
  const second = await call.callOther(other.name, args);
  if (second?.kind !== "returned") {
    if (second === undefined || !isNamed || !isError(second.thrown)) return none;
    const gave = callText(plan.name, args, call.value());
    const shown = `${gave}, ${other.name} threw ${thrownText(second.thrown)}`;
    return broken("one of the two threw", shown);
  }
  const same = sameValue(call.value(), second.value);
  if (same === undefined) return none;
  if (same) return held;
  const one = callText(plan.name, args, call.value());
  const shown = `${one}, ${callText(other.name, args, second.value)}`;
  return broken("the functions gave different results", shown);
}

async function throwsAlone(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  const args = call.args();
  const second = await call.callOther(other.name, args);
  if (second?.kind !== "returned") return none;
  const thrown = call.outcome.kind === "threw" ? thrownText(call.outcome.thrown) : "";
  const shown = `${callText(other.name, args, second.value)}, ${call.plan.name} threw ${thrown}`;
  return broken("one of the two threw", shown);
}

async function saysAgain(call: LawCall): Promise<boolean> {
  const again = await call.repeat();
  if (call.outcome.kind === "threw" || again.kind === "threw") {
    return call.outcome.kind === again.kind;
  }
  return sameValue(call.value(), again.value) === true;
}

/** An error of the code, and not one that says that it could not be called. */
function isError(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    !(thrown instanceof UnmadeError) &&
    !(thrown instanceof StubSpentError)
  );
}

function thrownText(thrown: unknown): string {
  const { error, message } = failureFrom("thrown", thrown);
  return `${error}: ${message}`;
}
