import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallJudge, CallObservation, JudgedCall } from "../../kernel/subject/call-test.ts";
import { literalText } from "../../kernel/values/literal.ts";
import type { ObservedFact } from "../../kernel/judge/observation.ts";
import { lawsFor, lawsNamed } from "./find-laws.ts";
import { lawCall } from "./law-call.ts";
import { type Law, type LawVerdict, none } from "./law.ts";
import { lengthOf } from "./output-laws.ts";
import { typeText } from "./type-text.ts";

/** The property under which a law is judged: `law slug: idempotent`. */
export function lawProperty(call: string, name: string): string {
  return `law ${call}: ${name}`;
}

/** Holds the calls of a function to one law; a call that breaks it breaks the run. */
export function law(about: { readonly call: string; readonly name: string }): CallJudge {
  const known = new WeakMap<CallPlan, Law | undefined>();
  const lawOf = ({ plan, others }: CallObservation): Law | undefined => {
    if (!known.has(plan)) {
      const named = lawsNamed(about.name, plan, others);
      known.set(plan, named.kind === "laws" ? named.laws[0] : undefined);
    }
    return known.get(plan);
  };
  return {
    name: lawProperty(about.call, about.name),
    appliesTo: ({ name }) => name === about.call,
    judge: (seen) => {
      const one = lawOf(seen);
      const verdict = one === undefined ? none : evaluate(one, seen);
      return verdict instanceof Promise ? verdict.then(judgedOf) : judgedOf(verdict);
    },
  };
}

/** Looks at all laws that the calls of a target may have, and only counts. */
export function observeLaws(about: {
  /** Only relations between functions, only laws of each alone, or only those that people mean. */
  readonly only?: "pairs" | "alone" | "meant";
}): CallJudge {
  return {
    name: "laws",
    judge: async (seen) => {
      const isMeasured = about.only === undefined || about.only === "alone";
      const observed: ObservedFact[] = isMeasured ? measuresOf(seen) : [];
      for (const one of lawsOf(seen, about.only)) {
        const seenOf = observedOf(one, seen, await evaluate(one, seen));
        if (seenOf !== undefined) observed.push(seenOf);
      }
      return { observed };
    },
  };
}

// --- inside ---

function lawsOf(
  { plan, others }: CallObservation,
  only: "pairs" | "alone" | "meant" | undefined,
): readonly Law[] {
  const alone = lawsFor(plan);
  if (only === "alone") return alone;
  const all = lawsFor(plan, others);
  // Calling a method for what nobody would be told changes what the next call says.
  const isAsked = ({ isNamed, isClear }: Law): boolean =>
    plan.kind !== "method" || isNamed || isClear;
  if (only === "meant") return all.filter((one) => one.isMeant && isAsked(one));
  const names = new Set(alone.map(({ name }) => name));
  return only === "pairs" ? all.filter(({ name }) => !names.has(name)) : all;
}

/**
 * A law that cannot be evaluated, because values throw or cannot be made again, says nothing. One
 * that needs no further call is not waited for, so that a run without waits has none.
 */
function evaluate(one: Law, seen: CallObservation): LawVerdict | Promise<LawVerdict> {
  try {
    const verdict = one.evaluate(lawCall(seen));
    return verdict instanceof Promise ? verdict.catch(() => none) : verdict;
  } catch {
    return none;
  }
}

function judgedOf(verdict: LawVerdict): JudgedCall {
  if (verdict.kind === "none") return { observed: [] };
  return verdict.kind === "held" ? undefined : { problem: verdict.problem, shown: verdict.shown };
}

function observedOf(
  { name }: Law,
  { plan }: CallObservation,
  verdict: LawVerdict,
): ObservedFact | undefined {
  const about = { operation: plan.name, name };
  if (verdict.kind === "none") return undefined;
  if (verdict.kind === "broken") return { ...about, how: "broken", text: verdict.shown };
  const { isTrivial = false, said } = verdict;
  return { ...about, how: isTrivial ? "trivial" : "held", text: said };
}

/** What is measured of each output: its type, size and value. */
function measuresOf({ plan, outcome }: CallObservation): ObservedFact[] {
  if (outcome.kind === "threw") return [];
  const { value } = outcome;
  const about = { operation: plan.name, how: "seen" } as const;
  const measures: ObservedFact[] = [
    { ...about, name: "output type", text: typeText(value) },
    { ...about, name: "output value", text: literalText(value) },
  ];
  const length = safely(() => lengthOf(value));
  if (length !== undefined) measures.push({ ...about, name: "output length", number: length });
  if (typeof value === "number") measures.push({ ...about, name: "output range", number: value });
  return measures;
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
