import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { sameValue } from "../calls/same-value.ts";
import { callText } from "./law-call.ts";
import { broken, held, type LawCall, type LawFamily, type LawVerdict, none } from "./law.ts";
import { returnsOf } from "./output-laws.ts";
import { memberPairs, type MemberPair, pairedName } from "./name-pairs.ts";

/**
 * Pairs of methods of one instance, by their names: what was set is there, what was removed is not.
 * Both are called on the same instance, one after the other.
 */
export const memberPairFamily: LawFamily = {
  name: "keeps what it was given",
  about: "Methods that are named as a pair agree: what was put in is there until it is taken out.",
  isRelation: true,
  isMeant: true,
  lawsOf: (plan, others) =>
    plan.kind !== "method"
      ? []
      : memberPairs.flatMap((pair) => {
          const other = others.find((one) => one.name === pairedName(plan.name, pair));
          if (other === undefined || !fit(plan, other, pair)) return [];
          const name = `${pair.says} ${other.name}`;
          return [
            { name, isNamed: true, evaluate: (call: LawCall) => asks[pair.how](call, other) },
          ];
        }),
};

// --- inside ---

type Ask = (call: LawCall, other: CallPlan) => Promise<LawVerdict>;

const asks: Readonly<Record<MemberPair["how"], Ask>> = {
  "gives the value": givesValue,
  "says yes": saysYes,
  "says no": saysNo,
  "gives the item": givesItem,
};

function fit(plan: CallPlan, other: CallPlan, { how }: MemberPair): boolean {
  if (other.kind !== "method") return false;
  const required = ({ params }: CallPlan): number =>
    params.filter(({ isOptional, isRest }) => !isOptional && !isRest).length;
  const isSameKey = (): boolean =>
    JSON.stringify(plan.params[0]?.shape) === JSON.stringify(other.params[0]?.shape) &&
    plan.params[0]?.isRest === false;
  switch (how) {
    case "gives the value":
      return plan.params.length >= 2 && required(other) === 1 && isSameKey();
    case "says yes":
    case "says no":
      return required(other) === 1 && isSameKey() && returnsOf(other).has("boolean");
    case "gives the item":
      return plan.params.length === 1 && other.params.length === 0 && hasOutput(other);
  }
}

function hasOutput({ returns }: CallPlan): boolean {
  return !["void", "never", "undefined"].includes(returns.kind);
}

async function givesValue(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  const { plan } = call;
  const [key, value, ...rest] = call.args();
  // What was given besides may say for how long it is kept.
  if (refused(call) || rest.some((arg) => arg !== undefined) || value === undefined) return none;
  const got = await call.callOther(other.name, [key]);
  if (got?.kind !== "returned") return none;
  const same = sameValue(value, got.value);
  if (same !== false) return same === true ? held : none;
  const then = callText(other.name, [key], got.value);
  const shown = `${written(plan.name, [key, value])}, then ${then}`;
  return broken("it did not give what was put in", shown);
}

async function saysYes(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  return says(call, other, true);
}

async function saysNo(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  return says(call, other, false);
}

async function says(call: LawCall, other: CallPlan, wanted: boolean): Promise<LawVerdict> {
  const [key] = call.args();
  if (refused(call)) return none;
  const got = await call.callOther(other.name, [key]);
  if (got?.kind !== "returned" || typeof got.value !== "boolean") return none;
  if (got.value === wanted) return held;
  const then = callText(other.name, [key], got.value);
  const shown = `${written(call.plan.name, call.args())}, then ${then}`;
  return broken(wanted ? "what was put in is not there" : "what was taken out is there", shown);
}

async function givesItem(call: LawCall, other: CallPlan): Promise<LawVerdict> {
  const [item] = call.args();
  if (refused(call) || call.plan.params[0]?.isRest === true) return none;
  const got = await call.callOther(other.name, []);
  if (got?.kind !== "returned") return none;
  const same = sameValue(item, got.value);
  if (same !== false) return same === true ? held : none;
  const shown = `${written(call.plan.name, [item])}, then ${callText(other.name, [], got.value)}`;
  return broken("it did not give what was put in last", shown);
}

/** What says by `false` that it did nothing need not be found again. */
function refused({ outcome }: LawCall): boolean {
  return outcome.kind === "threw" || outcome.value === false;
}

function written(name: string, args: readonly unknown[]): string {
  return `${name}(${args.map(literalText).join(", ")})`;
}
