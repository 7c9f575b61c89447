import type { CallPlan } from "../../kernel/call-plan.ts";
import type { Applied } from "../../search/entries/apply-policy.ts";
import { lawsFor } from "../../subject/laws/index.ts";

/** So many functions are looked at together; the pairs grow with the square of them. */
const functionsMax = 24;

/**
 * One target of all functions, so that relations between them can be looked for. Undefined where
 * there are none by the types.
 */
export function together(found: readonly Applied[]): Applied | undefined {
  const functions = found.filter(
    ({ target }) => target.receiver === undefined && target.blocked === undefined,
  );
  const calls = named(functions.flatMap(({ target }) => target.calls)).slice(0, functionsMax);
  const related = calls.filter((call) => hasPairs(call, calls));
  const [first] = functions;
  if (first === undefined || related.length < 2) return undefined;
  return {
    target: {
      ...first.target,
      name: "pairs",
      calls: related,
      isWeak: functions.some(({ target }) => target.isWeak),
    },
    options: {
      data: functions.flatMap(({ options }) => options.data),
      exports: functions.flatMap(({ options }) => options.exports),
      judges: [],
    },
  };
}

// --- inside ---

function hasPairs(call: CallPlan, calls: readonly CallPlan[]): boolean {
  const others = calls.filter((other) => other !== call);
  return lawsFor(call, others).length > lawsFor(call).length;
}

/** Two files may export one name. */
function named(calls: readonly CallPlan[]): readonly CallPlan[] {
  return calls.map((call) => {
    const isTwice = calls.some((other) => other !== call && other.name === call.name);
    return isTwice ? { ...call, name: `${call.name} of ${call.from.module}` } : call;
  });
}
