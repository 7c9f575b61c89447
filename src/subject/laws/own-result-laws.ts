import { literalText } from "../../kernel/values/literal.ts";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { sameValue } from "../calls/same-value.ts";
import { callText } from "./law-call.ts";
import { broken, held, type LawCall, type LawFamily, type LawVerdict, none } from "./law.ts";
import { returnsOf } from "./output-laws.ts";

/**
 * Whoever is given a list by a type that lets it be changed may change it. Where the function goes
 * on using that very list, its next answer is another one.
 */
export const ownResultFamily: LawFamily = {
  name: "results are the caller's own",
  about: "Changing what it gave does not change what it gives next.",
  isRelation: false,
  isMeant: true,
  lawsOf: (plan) =>
    mayBeChanged(plan)
      ? [{ name: "results are the caller's own", isClear: true, evaluate: givesOwn }]
      : [],
};

// --- inside ---

const containers = ["array", "map", "set", "object"] as const;

/** One object that a function without parameters gives each time may well be the only one. */
function mayBeChanged(plan: CallPlan): boolean {
  if (plan.stated?.givesOwn !== true || plan.kind === "constructor") return false;
  const returns = returnsOf(plan);
  if (plan.params.length === 0 && plan.kind !== "method") return returns.has("array");
  return containers.some((sort) => returns.has(sort));
}

async function givesOwn(call: LawCall): Promise<LawVerdict> {
  const { outcome, plan } = call;
  if (outcome.kind === "threw") return none;
  const { value } = outcome;
  const kept = changeable(value);
  // What was given in is the caller's already.
  if (kept === undefined || call.given().includes(value)) return none;
  const first = call.value();
  const second = await call.repeat();
  if (second.kind === "threw" || sameValue(first, second.value, 0) !== true) return none;
  if (second.value !== value) return held;
  const restore = kept.change();
  try {
    const third = await call.repeat();
    if (third.kind === "threw" || sameValue(first, third.value, 0) !== false) return none;
    const next = literalText(third.value);
    const shown = `${callText(plan.name, call.args(), first)}; ${kept.how}, it gave ${next}`;
    return broken("changing what it gave changed what it gives next", shown);
  } finally {
    restore();
  }
}

interface Changeable {
  /** What a caller does to it, as the report says it. */
  readonly how: string;
  /** Does it, and gives how it is undone. */
  change(): () => void;
}

const mark = "put in by the caller";

function changeable(value: unknown): Changeable | undefined {
  if (typeof value !== "object" || value === null || !Object.isExtensible(value)) return undefined;
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    return { how: "after an item was pushed to that", change: () => pushed(list) };
  }
  if (value instanceof Set) {
    const items = value as Set<unknown>;
    return {
      how: "after an item was added to that",
      change: () => (items.add(mark), () => void items.delete(mark)),
    };
  }
  if (value instanceof Map) {
    const map = value as Map<unknown, unknown>;
    return {
      how: "after a key was set in that",
      change: () => (map.set(mark, mark), () => void map.delete(mark)),
    };
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  return { how: "after a field was added to that", change: () => addedField(value) };
}

function pushed(list: unknown[]): () => void {
  list.push(mark);
  return () => {
    const at = list.lastIndexOf(mark);
    if (at >= 0) list.splice(at, 1);
  };
}

function addedField(value: object): () => void {
  Reflect.set(value, mark, mark);
  return () => void Reflect.deleteProperty(value, mark);
}
