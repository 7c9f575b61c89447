import {
  type BoundaryProblem,
  boundaryRule,
  type BoundaryRuleId,
} from "../../kernel/result/boundary-rules.ts";

/** A rule that is broken, with what is known of it from its table. */
export function broken(
  rule: BoundaryRuleId,
  facts: Omit<BoundaryProblem, "rule" | "level" | "help"> & { readonly help?: string },
): BoundaryProblem {
  const { level = "error", help = "" } = boundaryRule(rule) ?? {};
  return { rule, level, help, ...facts };
}
