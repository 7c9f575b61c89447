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
import { areModest } from "../calls/numbers.ts";
import { returnsOf } from "./output-laws.ts";
import { sameValue } from "../calls/same-value.ts";
import { isData, overlap, sortsOf } from "./sorts.ts";
import { nearValues } from "./near-values.ts";

/** Laws about calling a function again: with the same, with its own output, with other values. */
export const repeatFamilies: readonly LawFamily[] = [
  {
    name: "deterministic",
    about: "The same arguments give the same result.",
    isRelation: false,
    isMeant: true,
    lawsOf: (plan) =>
      isRepeatable(plan) ? [{ name: "deterministic", evaluate: deterministic }] : [],
  },
  {
    name: "idempotent",
    about: "Its own output, given to it again, comes back as it is.",
    isRelation: false,
    isMeant: true,
    lawsOf: (plan) => (takesItsOutput(plan) ? [{ name: "idempotent", evaluate: idempotent }] : []),
  },
  {
    name: "involution",
    about: "Its own output, given to it again, gives the input back.",
    isRelation: false,
    isMeant: true,
    lawsOf: (plan) => (takesItsOutput(plan) ? [{ name: "involution", evaluate: involution }] : []),
  },
  {
    name: "constant output",
    about: "It gives the same whatever it is given.",
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) =>
      hasOutput(plan) && isRepeatable(plan) && plan.params.length > 0
        ? [{ name: "constant output", evaluate: constant }]
        : [],
  },
  {
    name: "injective",
    about: "Different arguments give different results, as far as was tried.",
    isRelation: false,
    isMeant: false,
    lawsOf: (plan) =>
      hasOutput(plan) && isRepeatable(plan) && plan.params.length === 1
        ? [{ name: "injective", evaluate: injective }]
        : [],
  },
];

/** Whether a function gives anything back. */
export function hasOutput({ returns }: CallPlan): boolean {
  return !["void", "never", "undefined"].includes(returns.kind);
}

/**
 * Whether a second call can be compared with the first. A made-up callback answers differently each
 * time, so what takes one is never compared.
 */
export function isRepeatable({ params, definitions, kind }: CallPlan): boolean {
  return kind !== "constructor" && params.every(({ shape }) => isData(shape, definitions));
}

/** Whether what a function gives back is something that its first parameter takes. */
export function takesItsOutput(plan: CallPlan): boolean {
  const [first] = plan.params;
  if (first === undefined || first.isRest || !isRepeatable(plan) || !hasOutput(plan)) return false;
  return overlap(returnsOf(plan), sortsOf(first.shape, plan.definitions));
}

// --- inside ---

async function deterministic(call: LawCall): Promise<LawVerdict> {
  const { outcome, plan } = call;
  const second = await call.repeat();
  if (outcome.kind === "threw" || second.kind === "threw") {
    if (outcome.kind === second.kind) return none;
    const [early, late] = outcome.kind === "threw" ? ["throws", "does not"] : ["returns", "throws"];
    const called = callText(plan.name, call.args(), undefined).replace(/ gave .*$/su, "");
    const shown = `${called} first ${early}, then ${late}`;
    return broken("the same arguments once gave a result and once threw", shown);
  }
  const same = sameValue(call.value(), second.value);
  if (same === undefined) return none;
  if (same) return held;
  const once = callText(plan.name, call.args(), call.value());
  const shown = `${once}, then ${literalText(second.value)}`;
  return broken("the same arguments gave two results", shown);
}

/** The output of the function for its own output, with what it came from. */
async function applied(
  call: LawCall,
): Promise<{ readonly args: unknown[]; once: unknown; twice: unknown } | undefined> {
  if (call.outcome.kind === "threw") return undefined;
  const args = call.args();
  const once = call.value();
  if (!areModest(args) || !areModest(once) || !call.fits(0, once)) return undefined;
  const second = await call.call([once, ...args.slice(1)]);
  return second === undefined ? undefined : { args, once, twice: second.value };
}

async function idempotent(call: LawCall): Promise<LawVerdict> {
  const seen = await applied(call);
  if (seen === undefined) return none;
  const { args, once, twice } = seen;
  const same = sameValue(once, twice);
  if (same === undefined) return none;
  if (same) return sameValue(once, args[0]) === true ? heldTrivially : held;
  const shown = `${callText(call.plan.name, args, once)}, which gave ${literalText(twice)}`;
  return broken("its output given to it again came back changed", shown);
}

async function involution(call: LawCall): Promise<LawVerdict> {
  const seen = await applied(call);
  if (seen === undefined) return none;
  const { args, once, twice } = seen;
  const same = sameValue(args[0], twice);
  if (same === undefined) return none;
  if (same) return sameValue(once, args[0]) === true ? heldTrivially : held;
  const shown = `${callText(call.plan.name, args, once)}, which gave ${literalText(twice)}`;
  return broken("its output given to it again did not give the input", shown);
}

async function constant(call: LawCall): Promise<LawVerdict> {
  const { plan } = call;
  if (call.outcome.kind === "threw") return none;
  const others = plan.params.map((param, at) => (param.isRest ? undefined : call.draw(at)));
  const args = plan.params.at(-1)?.isRest === true ? others.slice(0, -1) : others;
  if (sameValue(call.args().slice(0, args.length), args) !== false) return none;
  const other = await call.call(args);
  if (other === undefined) return none;
  const same = sameValue(call.value(), other.value);
  if (same === undefined) return none;
  if (same) return held;
  const first = callText(plan.name, call.args(), call.value());
  return broken(
    "other arguments gave another result",
    `${first}, ${callText(plan.name, args, other.value)}`,
  );
}

/** Another value by chance hardly ever collides; one that is near is what a function mixes up. */
async function injective(call: LawCall): Promise<LawVerdict> {
  const { plan } = call;
  if (call.outcome.kind === "threw") return none;
  const [own] = call.args();
  if (!areModest(own)) return none;
  const others = [...nearValues(own), call.draw(0)].filter(
    (value) => call.fits(0, value) && areModest(value) && sameValue(own, value, 0) === false,
  );
  let isSeen = false;
  for (const value of others) {
    const other = await call.call([value]);
    const same = other === undefined ? undefined : sameValue(call.value(), other.value, 0);
    if (same === true) {
      const first = callText(plan.name, [own], call.value());
      return broken(
        "two arguments gave one result",
        `${first}, ${callText(plan.name, [value], other?.value)}`,
      );
    }
    isSeen ||= same === false;
  }
  return isSeen ? held : none;
}
