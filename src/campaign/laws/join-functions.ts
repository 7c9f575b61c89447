import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ConfiguredTarget } from "../entries/apply-policy.ts";

/** So many functions are looked at together; the pairs grow with the square of them. */
const functionsMax = 24;

/**
 * One target of several functions, so that one process calls all of them and relations between them
 * can be looked for. Undefined where none of them is wanted.
 */
export function joinFunctions(
  found: readonly ConfiguredTarget[],
  isWanted: (call: CallPlan, others: readonly CallPlan[]) => boolean,
): ConfiguredTarget | undefined {
  const functions = found.filter(
    ({ target }) => target.receiver === undefined && target.blocked === undefined,
  );
  const all = named(functions.flatMap(({ target }) => target.calls));
  const own = all.filter(({ olderOf }) => olderOf === undefined).slice(0, functionsMax);
  const calls = [...own, ...all.filter(({ olderOf }) => olderOf !== undefined)];
  const wanted = calls.filter((call) =>
    isWanted(
      call,
      calls.filter((other) => other !== call),
    ),
  );
  // An older version of a function is called for that function alone.
  const names = new Set(wanted.map(({ name }) => name));
  const older = calls.filter(({ olderOf = "" }) => names.has(olderOf));
  const [first] = functions;
  if (first === undefined || wanted.length === 0) return undefined;
  return {
    target: {
      ...first.target,
      name: wanted.length === 1 ? (wanted[0]?.name ?? "") : "functions",
      calls: [...wanted, ...older],
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

/** Two files may export one name. */
function named(calls: readonly CallPlan[]): readonly CallPlan[] {
  return calls.map((call) => {
    const isTwice = calls.some((other) => other !== call && other.name === call.name);
    return isTwice ? { ...call, name: `${call.name} of ${call.from.module}` } : call;
  });
}
