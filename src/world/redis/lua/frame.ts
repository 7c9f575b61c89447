import type { LuaValue, Machine } from "./values.ts";

/** A variable; closures that share it share the cell. */
export interface Cell {
  value: LuaValue;
}

/** One call of a function of the script. */
export interface Frame {
  readonly cells: Cell[];
  readonly outer: readonly Cell[];
  readonly varargs: readonly LuaValue[];
  readonly machine: Machine;
}

/** A compiled expression that gives one value. */
export type Evaluate = (frame: Frame) => LuaValue;
/** A compiled expression that may give several. */
export type EvaluateAll = (frame: Frame) => readonly LuaValue[];

export const broken: unique symbol = Symbol("break");
/** How a statement ended: nothing, by `break`, or with what is returned. */
export type Ended = undefined | typeof broken | readonly LuaValue[];
export type Execute = (frame: Frame) => Ended;
