import type { CallTarget } from "../../kernel/call-plan.ts";

/** What can be called in one file. */
export interface FileTargets {
  /** Relative to the project root. */
  readonly module: string;
  readonly targets: readonly CallTarget[];
  /** Why there is nothing to call, where there is not. */
  readonly problem?: string | undefined;
}
