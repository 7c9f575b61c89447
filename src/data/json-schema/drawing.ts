import type { Choose } from "./demands.ts";
import type { ReadSchema } from "./read-schema.ts";

/** What values inside of others are drawn with. */
export interface Drawing {
  readonly schema: ReadSchema;
  readonly choose: Choose;
  /** Whether as little as possible is to be made, so that it ends. */
  readonly isDeep: boolean;
  /** A text that a pattern allows; undefined where none was found. */
  pattern(pattern: string): string | undefined;
  /** A value at a place inside of this one; `nothing` where none is allowed. */
  inside(key: string | number, schema: unknown): unknown;
}

/** In the place of a value, where none is allowed. */
export const nothing: unique symbol = Symbol("nothing");
