import type { Shape } from "../../kernel/shape.ts";
import type { Arbitrary } from "./fast-check.ts";

/** What a shape is read with. */
export interface ShapeContext {
  readonly definitions: Readonly<Record<string, Shape>>;
  readonly modules: Readonly<Record<string, object>>;
}

/** Where a shape stands and how often types may still contain themselves below it. */
export interface At {
  /** `items[].price`: stable, because recorded values name their makers by it. */
  readonly path: string;
  readonly depth: number;
}

/** Makes what stands one step below; undefined where there are no such values. */
export type Below = (shape: Shape, step: string) => Arbitrary | undefined;

/** How often a type that contains itself is unfolded. */
export const depthMax = 3;

/** The outermost place of a value of this name. */
export function outermost(path: string): At {
  return { path, depth: depthMax };
}
