import { literalText } from "../../kernel/values/literal.ts";
import {
  broken,
  held,
  heldTrivially,
  type LawCall,
  type LawDraft,
  type LawVerdict,
  none,
} from "./law.ts";
import { sameValue } from "../calls/same-value.ts";

/** Laws about what becomes of what a call is given. They are asked for by name. */
export const argumentLaws: readonly LawDraft[] = [
  { name: "leaves its arguments alone", evaluate: leavesAlone },
  { name: "gives a new object", evaluate: givesNew },
];

// --- inside ---

function leavesAlone(call: LawCall): LawVerdict {
  if (call.outcome.kind === "threw") return none;
  const before = call.args();
  const after = call.given();
  const at = before.findIndex((value, index) => sameValue(value, after[index], 0) === false);
  if (at >= 0) {
    const [was, is] = [literalText(before[at]), literalText(after[at])];
    return broken("it changed an argument", `argument ${at + 1} was ${was} and became ${is}`);
  }
  return after.some(isObject) ? held : heldTrivially;
}

function givesNew(call: LawCall): LawVerdict {
  const { outcome } = call;
  if (outcome.kind === "threw" || !isObject(outcome.value)) return none;
  const at = call.given().indexOf(outcome.value);
  if (at < 0) return held;
  const shown = `it gave argument ${at + 1} itself: ${literalText(outcome.value)}`;
  return broken("it gave back what it was given", shown);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
