import type { StepData } from "../fixtures/scenario-run.ts";

/** A use of one type of step that holds, and one that fails with this code. */
export interface StepCase {
  /** Empty where nothing can hold without more than steps. */
  readonly holds: readonly StepData[];
  /** Left out where the step cannot fail. */
  readonly fails?: { readonly steps: readonly StepData[]; readonly code: string };
}
