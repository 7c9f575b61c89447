import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Shape } from "../../kernel/values/shape.ts";

/** What can be called in one file. */
export interface FileTargets {
  /** Relative to the project root. */
  readonly module: string;
  readonly targets: readonly CallTarget[];
  /** Why there is nothing to call, where there is not. */
  readonly problem?: string | undefined;
  /** What can be read off instances of the classes that it exports, by the name of the class. */
  readonly states?: Readonly<Record<string, readonly StateRead[]>> | undefined;
}

/** A public field or getter: `["gateway", "charges"]`, with what it holds. */
export interface StateRead {
  readonly path: readonly string[];
  readonly shape: Shape;
}
