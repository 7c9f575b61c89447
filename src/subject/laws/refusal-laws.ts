import { conditionOf, type IsSuch } from "./refusal-conditions.ts";
import { callText } from "./law-call.ts";
import { broken, held, type LawCall, type LawDraft, type LawVerdict, none } from "./law.ts";

/**
 * `throws RangeError when n is negative`: what a call refuses, by one parameter and one condition
 * on it. Undefined where the name is none of these.
 */
export function refusalLaw(name: string): LawDraft | undefined {
  const [, error = "", param = "", condition = ""] =
    /^throws (an error|[\w$.]+) when ([\w$]+) is (.+)$/u.exec(name) ?? [];
  const isSuch = conditionOf(condition);
  if (isSuch === undefined) return undefined;
  return { name, evaluate: (call) => refuses(call, { error, param, isSuch }) };
}

// --- inside ---

function refuses(
  call: LawCall,
  refusal: { readonly error: string; readonly param: string; readonly isSuch: IsSuch },
): LawVerdict {
  const at = call.plan.params.findIndex(({ name, isRest }) => name === refusal.param && !isRest);
  if (at < 0) return none;
  const args = call.args();
  if (!refusal.isSuch(args[at])) return none;
  if (call.outcome.kind === "threw") return held;
  return broken("it did not throw", callText(call.plan.name, args, call.outcome.value));
}
