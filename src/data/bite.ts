import { canonicalJson } from "../kernel/values/canonical-json.ts";
import type { Case } from "./case.ts";
import type { Pack, SeededFault } from "./pack.ts";

/**
 * Whether code that is right would notice a seeded fault in a case. Where it could not, as nothing
 * of the case is lost, a check that stays silent is not to blame.
 */
export function isNoticeable(
  pack: Pack,
  of: { readonly fault: SeededFault; readonly made: Case; readonly options: unknown },
): boolean {
  const { fault, made, options } = of;
  if (fault.spoil === undefined) return fault.tier === "legal" || made.mustFail !== undefined;
  const { wrong, value } = pack.read(fault.spoil(made.payload), options);
  if (fault.tier === "invalid") return made.mustFail !== undefined && wrong === undefined;
  return wrong !== undefined || canonicalJson(value) !== canonicalJson(made.expected);
}
