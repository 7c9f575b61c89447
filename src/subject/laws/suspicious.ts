import type { MinedLaw } from "../../kernel/result/mined.ts";

/** Whether a function almost has a law that functions are written to have. */
export function isSuspicious({ standing, isMeant, isImplied }: MinedLaw): boolean {
  return standing === "usually" && isMeant && !isImplied;
}
