import type { Shape } from "../../kernel/values/shape.ts";
import type { Arbitrary } from "./fast-check.ts";

/** What a shape is read with. */
export interface ShapeContext {
  readonly definitions: Readonly<Record<string, Shape>>;
  readonly modules: Readonly<Record<string, object>>;
  /** Values or a function for a parameter of a constructor or factory of this name. */
  readonly fixture?: ((param: string, owner: string) => PlainFixture | undefined) | undefined;
}

/** A fixture that is no arbitrary. */
export type PlainFixture = readonly unknown[] | (() => unknown);

/** Where a shape stands and how often types may still contain themselves below it. */
export interface At {
  /** `items[].price`: stable, because recorded values name their makers by it. */
  readonly path: string;
  readonly depth: number;
}

/** Makes what stands one step below; undefined where there are no such values. */
export type Below = (shape: Shape, step: string) => Arbitrary | undefined;

/**
 * How many items a collection at this place mostly has: fewer the deeper it stands, or types that
 * branch would grow without end.
 */
export function mostItems({ path, depth }: At): number {
  if (depth < depthMax) return depth + 1;
  const nesting = path.split(/\[\]|\.\*/).length - 1;
  return mostByNesting[nesting] ?? 2;
}

/** The outermost place of a value of this name. */
export function outermost(path: string): At {
  return { path, depth: depthMax };
}

// --- inside ---

/** How often a type that contains itself is unfolded. */
const depthMax = 3;

const mostByNesting = [10, 5, 3];
