import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { conforms } from "../../subject/calls/conforms.ts";

/**
 * Whether a call of the project could give the arguments of a run. True where others can call the
 * function as well: what they give is then what its types allow.
 */
export function isGivenByCalls({ calls }: CallTarget, decisions: readonly Decision[]): boolean {
  const [call] = calls;
  if (call?.callSites === undefined) return true;
  const drawn = new Map(
    decisions.flatMap((decision) =>
      decision.kind === "value" && decision.literal !== undefined
        ? [[decision.label, decision.literal] as const]
        : [],
    ),
  );
  return call.callSites.some((site) =>
    call.params.every(({ name }, at) => fits(drawn.get(name), site[at], call)),
  );
}

// --- inside ---

function fits(
  drawn: { readonly value: unknown } | undefined,
  given: Shape | undefined,
  { definitions }: CallPlan,
): boolean {
  if (given === undefined || given.kind === "weak") return true;
  if (given.kind === "never" || drawn === undefined) return false;
  return conforms(drawn.value, given, { definitions }) === undefined;
}
